import { type Cents, formatMoney } from './money.ts';
import type { SiteFacts } from './settings.ts';

/** The claim as visitors read it. No shipping fee is computed from it. */
export function freeShippingClaim(
  site: Pick<SiteFacts, 'freeShippingClaim' | 'freeShippingFrom'>,
): string {
  return fillInAmount(site.freeShippingClaim, site);
}

/** Replaces `{amount}` with the amount over which shipping is free: `$50`, or `$49.50`. */
export function fillInAmount(
  written: string,
  { freeShippingFrom }: Pick<SiteFacts, 'freeShippingFrom'>,
): string {
  const amount = formatMoney(freeShippingFrom as Cents).replace(/\.00$/, '');
  return written.replaceAll('{amount}', () => amount);
}
