import type { Cents } from './money.ts';

/** Where an order goes, as far as amounts depend on it. */
export interface Destination {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The part of an ISO 3166-2 code after the country, e.g. CA; empty while unknown. */
  region: string;
  postalCode: string;
}

/** Converts from an address, whose region may read CA or US-CA, or something that matches no rule. */
export function toDestination(
  country: string,
  region?: string | null,
  postalCode?: string | null,
): Destination {
  return {
    country: country.toUpperCase(),
    region: (region ?? '')
      .trim()
      .toUpperCase()
      .replace(/^[A-Z]{2}-/, ''),
    postalCode: (postalCode ?? '').trim(),
  };
}

export interface DeliveryRate {
  id: string;
  name: string;
  priceCents: Cents;
  /** From this subtotal on, delivery is free. (The setting `freeShippingFrom` only affects the claim.) */
  freeFromCents: Cents | null;
  /** Only for orders with a subtotal in this range, inclusive. */
  minSubtotalCents: Cents | null;
  maxSubtotalCents: Cents | null;
  /** Days until delivery. */
  daysFrom: number | null;
  daysTo: number | null;
}

/** Rates are in the order the owner chose. */
export interface DeliveryZone {
  id: string;
  name: string;
  countries: readonly string[];
  /** ISO 3166-2 codes with or without the country, e.g. US-CA or CA; empty for whole countries. */
  regions: readonly string[];
  rates: readonly DeliveryRate[];
}

/** A rate at the price for a given subtotal. */
export interface OfferedRate extends Pick<DeliveryRate, 'id' | 'name' | 'daysFrom' | 'daysTo'> {
  price: Cents;
}

/** A zone that names the region takes precedence over one that names only the country. */
export function findZone(
  zones: readonly DeliveryZone[],
  { country, region }: Destination,
): DeliveryZone | null {
  const ofCountry = zones.filter(({ countries }) => countries.includes(country));
  const names = [region, `${country}-${region}`];
  return (
    ofCountry.find(({ regions }) => regions.some((one) => names.includes(one))) ??
    ofCountry.find(({ regions }) => regions.length === 0) ??
    null
  );
}

/**
 * The rates a zone offers for an order. The subtotal is before discounts, so using a code never
 * costs a customer free delivery.
 */
export function offerRates({ rates }: DeliveryZone, subtotal: Cents): OfferedRate[] {
  return rates
    .filter(
      ({ minSubtotalCents, maxSubtotalCents }) =>
        subtotal >= (minSubtotalCents ?? 0) && subtotal <= (maxSubtotalCents ?? subtotal),
    )
    .map(({ id, name, priceCents, freeFromCents, daysFrom, daysTo }) => ({
      id,
      name,
      price: freeFromCents !== null && subtotal >= freeFromCents ? 0 : priceCents,
      daysFrom,
      daysTo,
    }));
}

/** Every country that at least one zone delivers to, even if only in part. */
export function deliveredCountries(zones: readonly DeliveryZone[]): string[] {
  return [...new Set(zones.flatMap(({ countries }) => countries))].sort();
}

/** The subtotal from which a zone delivers for free; null if it never does. */
export function freeFrom({ rates }: Pick<DeliveryZone, 'rates'>): Cents | null {
  const amounts = rates.flatMap((rate) => {
    const from = rate.priceCents === 0 ? 0 : rate.freeFromCents;
    if (from === null) return [];
    const amount = Math.max(from, rate.minSubtotalCents ?? 0);
    // Above the maximum, delivery would cost something again, which the claim cannot express.
    return rate.maxSubtotalCents === null ? [amount] : [];
  });
  return amounts.length === 0 ? null : Math.min(...amounts);
}

/** "3–5 days"; empty if the owner gave none. */
export function deliveryTime({
  daysFrom,
  daysTo,
}: Pick<DeliveryRate, 'daysFrom' | 'daysTo'>): string {
  const days = [...new Set([daysFrom, daysTo])].filter((day) => day !== null);
  return days.length === 0 ? '' : `${days.join('–')} ${days.at(-1) === 1 ? 'day' : 'days'}`;
}
