import type { Destination } from '#domain/delivery.ts';
import { regionsOf } from '#domain/regions.ts';
import { elsewhere, orderWish } from './order-wish.ts';

/** Makes checkout deliver to where a wallet's address is, so that it shows what that costs. */
export function deliverElsewhere(
  { country, region }: Pick<Destination, 'country' | 'region'>,
  regions: Readonly<Record<string, readonly string[]>>,
): void {
  orderWish.set({ country, region: choiceOf(), rateId: null });

  function choiceOf(): string {
    const named = regions[country];
    if (!named) return '';
    const known = regionsOf(country)?.map(({ code }) => code);
    if ((known ?? named).includes(region)) return region;
    return known ? '' : elsewhere;
  }
}
