import type { Cents } from './money.ts';
import { splitProportionally } from './split-proportionally.ts';

/** What one line of an order contributes to the calculation. */
export interface LineToPrice {
  productId: string;
  weight: string;
  /** Per unit, from the catalog: `server/orders/checkout/price-lines.ts`. */
  priceCents: Cents;
  quantity: number;
  taxClass: TaxClass;
}

export const taxClasses = ['standard', 'reduced', 'exempt'] as const;
export type TaxClass = (typeof taxClasses)[number];

/** A discount known to apply; `productIds` is null for every product. */
export type Discount = { productIds: readonly string[] | null } & (
  | { kind: 'percent'; percent: Percent }
  | { kind: 'amount'; amountCents: Cents }
  | { kind: 'free_delivery' }
);

/** In thousandths of a percent, so that 8.875% is a whole number: 8875. */
export type Percent = number;

export interface TaxRule {
  percent: Percent;
  /** Whether prices already include the tax. */
  included: boolean;
  onDelivery: boolean;
}

export interface OrderRules {
  discount: Discount | null;
  deliveryCents: Cents;
  /** For the destination; a class without a rule is not taxed. Delivery is of class `standard`. */
  taxes: Partial<Record<TaxClass, TaxRule>>;
}

/** One line, or delivery. `total` is what the customer pays for it. */
export interface Part {
  /** At list price. */
  amount: Cents;
  discount: Cents;
  tax: Cents;
  taxIncluded: boolean;
  /** Null if nothing is taxed. */
  taxPercent: Percent | null;
  total: Cents;
}

/** An order's money in cents; every sum here is the exact sum of its parts. */
export interface Breakdown {
  /** In the same order as the given lines. */
  lines: Part[];
  delivery: Part;
  subtotal: Cents;
  discount: Cents;
  tax: Cents;
  /** How much of `tax` is already included in the prices. */
  taxIncluded: Cents;
  total: Cents;
}

/**
 * The only calculation of what an order costs; cart, checkout, providers, emails, refunds and
 * reports all use its result. Tax is rounded once per rate and then shared out, as the tax tables
 * of most countries allow. The order of the lines never changes what each one pays.
 */
export function priceOrder(lines: readonly LineToPrice[], rules: OrderRules): Breakdown {
  const order = lines
    .map((line, index) => ({ line, index, key: keyOf(line) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const amounts = order.map(({ line }) => line.priceCents * line.quantity);
  const discounts = discountLines(
    order.map(({ line }) => line),
    amounts,
    rules.discount,
  );
  const delivery = rules.discount?.kind === 'free_delivery' ? 0 : rules.deliveryCents;

  const parts: TaxedPart[] = order.map(({ line }, index) => ({
    amount: amounts[index] ?? 0,
    discount: discounts[index] ?? 0,
    rule: rules.taxes[line.taxClass],
  }));
  const { standard } = rules.taxes;
  parts.push({ amount: delivery, discount: 0, rule: standard?.onDelivery ? standard : undefined });
  const taxes = taxParts(parts);

  const priced = parts.map(({ amount, discount, rule }, index): Part => {
    const tax = taxes[index] ?? 0;
    const taxIncluded = rule?.included ?? false;
    return {
      amount,
      discount,
      tax,
      taxIncluded,
      taxPercent: rule?.percent ?? null,
      total: amount - discount + (taxIncluded ? 0 : tax),
    };
  });
  const deliveryPart = priced.pop() as Part;
  const inOrderGiven: Part[] = [];
  for (const [at, { index }] of order.entries()) inOrderGiven[index] = priced[at] as Part;

  const all = [...priced, deliveryPart];
  const sum = (of: (part: Part) => Cents) => all.reduce((total, part) => total + of(part), 0);
  return {
    lines: inOrderGiven,
    delivery: deliveryPart,
    subtotal: priced.reduce((total, { amount }) => total + amount, 0),
    discount: sum(({ discount }) => discount),
    tax: sum(({ tax }) => tax),
    taxIncluded: sum(({ tax, taxIncluded }) => (taxIncluded ? tax : 0)),
    total: sum(({ total }) => total),
  };
}

interface TaxedPart {
  amount: Cents;
  discount: Cents;
  rule: TaxRule | undefined;
}

function keyOf({ productId, weight, priceCents, quantity }: LineToPrice): string {
  return JSON.stringify([productId, weight, priceCents, quantity]);
}

function discountLines(
  lines: readonly LineToPrice[],
  amounts: readonly Cents[],
  discount: Discount | null,
): Cents[] {
  if (!discount || discount.kind === 'free_delivery') return amounts.map(() => 0);
  const { productIds } = discount;
  const applies = amounts.map((amount, index) =>
    productIds && !productIds.includes(lines[index]?.productId ?? '') ? 0 : amount,
  );
  const most = applies.reduce((sum, amount) => sum + amount, 0);
  const wanted =
    discount.kind === 'percent' ? percentOf(most, discount.percent) : discount.amountCents;
  return splitProportionally(Math.min(wanted, most), applies);
}

/** The tax of each part: computed for all parts under one rule, rounded once, then shared out. */
function taxParts(parts: readonly TaxedPart[]): Cents[] {
  const taxes = parts.map(() => 0);
  for (const rule of new Set(parts.map((part) => part.rule))) {
    if (!rule) continue;
    const bases = parts.map((part) => (part.rule === rule ? part.amount - part.discount : 0));
    const base = bases.reduce((sum, each) => sum + each, 0);
    const tax = rule.included ? taxWithin(base, rule.percent) : percentOf(base, rule.percent);
    for (const [index, share] of splitProportionally(tax, bases).entries()) {
      taxes[index] = (taxes[index] ?? 0) + share;
    }
  }
  return taxes;
}

const whole = 100_000n;

function percentOf(amount: Cents, percent: Percent): Cents {
  return divide(BigInt(amount) * BigInt(percent), whole);
}

/** The tax included in a price. */
function taxWithin(amount: Cents, percent: Percent): Cents {
  return divide(BigInt(amount) * BigInt(percent), whole + BigInt(percent));
}

/** Rounds half a cent up. */
function divide(value: bigint, by: bigint): Cents {
  return Number((2n * value + by) / (2n * by));
}
