import { countryName } from './countries.ts';
import {
  type DeliveryZone,
  type Destination,
  deliveredCountries,
  findZone,
  freeFrom,
  type OfferedRate,
  offerRates,
} from './delivery.ts';
import {
  type CodeProblem,
  checkDiscountCode,
  type DiscountCode,
  unknownCode,
} from './discount-code.ts';
import { type Cents, sumLines } from './money.ts';
import { type Breakdown, type Discount, type LineToPrice, priceOrder } from './price-order.ts';
import { type TaxRate, taxesOf } from './tax-rate.ts';

/** The owner's delivery and tax rules. */
export interface SellingRules {
  zones: readonly DeliveryZone[];
  taxRates: readonly TaxRate[];
}

/** For a shop whose owner has set none. */
export const noSellingRules: SellingRules = { zones: [], taxRates: [] };

export interface WantedOrder {
  lines: readonly LineToPrice[];
  destination: Destination | null;
  /** Null for the first rate offered. */
  deliveryRateId: string | null;
  /** Undefined without a code, null for one that does not exist. */
  code: DiscountCode | null | undefined;
}

export interface QuoteProblem {
  code: CodeProblem['code'] | 'not_delivered_there' | 'delivery_unavailable';
  message: string;
}

export interface Quote {
  breakdown: Breakdown;
  /** The rates to choose from; empty without zones and while a destination is needed. */
  rates: OfferedRate[];
  /** The rate used in `breakdown`. */
  rate: OfferedRate | null;
  /** The amounts depend on an unknown destination, so delivery and tax are left out. */
  needsDestination: boolean;
  /** The countries the zones deliver to; empty without zones. */
  countries: string[];
  /**
   * The subtotal from which delivery there is free; null for never, and while the destination is
   * unknown.
   */
  freeDeliveryFrom: Cents | null;
  /** Whether the code is applied in `breakdown`. */
  codeApplies: boolean;
  /** Why this cannot be ordered as requested. */
  problems: QuoteProblem[];
}

/** What an order would cost under the owner's rules, and what prevents it. Pure. */
export function quoteOrder(wanted: WantedOrder, rules: SellingRules, now: Date): Quote {
  const { lines, destination } = wanted;
  const subtotal = sumLines(lines);
  const problems: QuoteProblem[] = [];

  let discount: Discount | null = null;
  if (wanted.code === null) problems.push(unknownCode());
  if (wanted.code) {
    const productIds = lines.map(({ productId }) => productId);
    const checked = checkDiscountCode(wanted.code, { subtotal, productIds, now });
    if (checked.ok) discount = checked.discount;
    else problems.push(checked.problem);
  }

  const needsDestination = destination === null && dependsOnDestination(rules);
  const delivery: ChosenDelivery = needsDestination
    ? { rates: [], rate: null }
    : chooseDelivery(wanted, rules.zones, subtotal);
  if (delivery.problem) problems.push(delivery.problem);

  return {
    breakdown: priceOrder(lines, {
      discount,
      deliveryCents: delivery.rate?.price ?? 0,
      taxes: destination ? taxesOf(rules.taxRates, destination) : {},
    }),
    rates: delivery.rates,
    rate: delivery.rate,
    needsDestination,
    countries: deliveredCountries(rules.zones),
    freeDeliveryFrom: delivery.zone ? freeFrom(delivery.zone) : null,
    codeApplies: discount !== null,
    problems,
  };
}

/** False if one zone treats all parcels alike and nothing is taxed: then the payment page may ask. */
export function dependsOnDestination({ zones, taxRates }: SellingRules): boolean {
  const [zone, another] = zones;
  return taxRates.length > 0 || another !== undefined || (zone?.regions.length ?? 0) > 0;
}

/**
 * Whether an order priced for one destination may go to another: the same zone delivers there and
 * the same taxes apply. `from` is null if the amounts did not depend on it.
 */
export function isPricedAlike(
  { zones, taxRates }: SellingRules,
  from: Destination | null,
  to: Destination,
): boolean {
  const zone = zones.length > 0 ? findZone(zones, to) : null;
  if (from === null) return zones.length === 0 || zone !== null;
  const before = zones.length > 0 ? findZone(zones, from) : null;
  const taxes = (of: Destination) => JSON.stringify(taxesOf(taxRates, of));
  return zone?.id === before?.id && taxes(from) === taxes(to);
}

interface ChosenDelivery {
  zone?: DeliveryZone;
  rates: OfferedRate[];
  rate: OfferedRate | null;
  problem?: QuoteProblem;
}

function chooseDelivery(
  { destination, deliveryRateId }: WantedOrder,
  zones: readonly DeliveryZone[],
  subtotal: Cents,
): ChosenDelivery {
  const [first] = zones;
  if (!first) return { rates: [], rate: null };
  const zone = destination ? findZone(zones, destination) : first;
  if (!zone) {
    const to = countryName(destination?.country ?? '');
    const message = deliveredCountries(zones).includes(destination?.country ?? '')
      ? `We do not deliver to every region of ${to}. Please choose another.`
      : `We do not deliver to ${to} yet.`;
    return { rates: [], rate: null, problem: { code: 'not_delivered_there', message } };
  }
  const rates = offerRates(zone, subtotal);
  const rate = deliveryRateId === null ? rates[0] : rates.find(({ id }) => id === deliveryRateId);
  if (rate) return { zone, rates, rate };
  const message = rates[0]
    ? 'This delivery is no longer offered for this order. Please choose another.'
    : 'We have no delivery for an order of this size.';
  return { rates, rate: null, problem: { code: 'delivery_unavailable', message } };
}
