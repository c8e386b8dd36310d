import type { Destination } from '#domain/delivery.ts';
import { regionsOf } from '#domain/regions.ts';
import { checkoutChoices, elsewhere } from './checkout-choices.ts';

/** Changes checkout's destination to the wallet's address, so that it shows what that costs. */
export function deliverElsewhere(
  { country, region }: Pick<Destination, 'country' | 'region'>,
  regions: Readonly<Record<string, readonly string[]>>,
): void {
  checkoutChoices.set({ country, region: choiceOf(), rateId: null });

  function choiceOf(): string {
    const named = regions[country];
    if (!named) return '';
    const known = regionsOf(country)?.map(({ code }) => code);
    if ((known ?? named).includes(region)) return region;
    return known ? '' : elsewhere;
  }
}
