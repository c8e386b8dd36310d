import { countryName } from './countries.ts';
import { type DeliveryRate, type DeliveryZone, deliveryTime, freeFrom } from './delivery.ts';
import { type Cents, formatMoney } from './money.ts';
import { type SiteFacts, siteDefaults } from './settings.ts';

type Claim = Pick<SiteFacts, 'freeShippingClaim' | 'freeShippingFrom'>;

/**
 * The claim as visitors read it; empty for none. If there are delivery zones, it follows from their
 * rates and the setting's amount is ignored; a zone that differs from the others is named.
 */
export function freeShippingClaim(site: Claim, zones: readonly DeliveryZone[] = []): string {
  const { freeShippingClaim: written } = site;
  if (zones.length === 0 || written === '') return fillIn(written, site.freeShippingFrom);
  const amounts = zones.map(freeFrom);
  const first = amounts.findIndex((amount) => amount !== null);
  const zone = zones[first];
  const amount = amounts[first] ?? null;
  if (!zone || amount === null) return '';
  const words = written.includes('{amount}') ? written : siteDefaults.freeShippingClaim;
  const claim = amount === 0 ? 'Free shipping' : fillIn(words, amount);
  return amounts.every((other) => other === amount) ? claim : `${claim} (${placeOf(zone)})`;
}

/**
 * Fills in a text that contains `{amount}`. If there are delivery zones, paragraphs that name the
 * amount are replaced with what delivery costs.
 */
export function fillInAmount(
  text: string,
  { freeShippingFrom }: Pick<SiteFacts, 'freeShippingFrom'>,
  zones: readonly DeliveryZone[] = [],
): string {
  if (zones.length === 0) return fillIn(text, freeShippingFrom);
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => (paragraph.includes('{amount}') ? describeDelivery(zones) : paragraph))
    .join('\n\n');
}

/** What delivery costs, one zone per line. */
function describeDelivery(zones: readonly DeliveryZone[]): string {
  const told = zones
    .filter(({ rates }) => rates.length > 0)
    .map((zone) => `${placeOf(zone)}: ${zone.rates.map(describeRate).join('; ')}.`);
  return [...told, 'You see what delivery costs before you pay.'].join('\n');
}

function describeRate(rate: DeliveryRate): string {
  const { name, priceCents, freeFromCents } = rate;
  const price = priceCents === 0 ? 'free' : amountText(priceCents);
  const free =
    priceCents > 0 && freeFromCents !== null
      ? `free on orders of ${amountText(freeFromCents)} or more`
      : '';
  return [`${name} ${price}`, free, orderSize(rate), deliveryTime(rate)].filter(Boolean).join(', ');
}

function orderSize({ minSubtotalCents: min, maxSubtotalCents: max }: DeliveryRate): string {
  if (min && max !== null) return `for orders from ${amountText(min)} to ${amountText(max)}`;
  if (min) return `for orders of ${amountText(min)} or more`;
  return max === null ? '' : `for orders up to ${amountText(max)}`;
}

/** A single country goes by its name, several by the name the owner gave the zone. */
export function placeOf({ name, countries, regions }: DeliveryZone): string {
  const [country, another] = countries;
  return country && !another && regions.length === 0 ? countryName(country) : name;
}

/** Replaces `{amount}` with the amount above which shipping is free: `$50`, or `$49.50`. */
function fillIn(written: string, amount: Cents): string {
  return written.replaceAll('{amount}', () => amountText(amount));
}

function amountText(amount: Cents): string {
  return formatMoney(amount).replace(/\.00$/, '');
}
