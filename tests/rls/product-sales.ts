import type { Queryable } from '@liv-fit/backend/database';
import { type Cents, toCents } from '#domain/money.ts';
import { readOrderLines } from '#domain/order.ts';
import { chosenParts, refundableParts } from '#domain/refund-parts.ts';
import { splitProportionally } from '#domain/split-proportionally.ts';

export interface ProductSales {
  name: string;
  weight: string;
  quantity: number;
  cents: Cents;
}

interface PaidOrder {
  order_items: unknown;
  subtotal_amount: string;
  discount_amount: string;
  delivery_amount: string;
  tax_amount: string;
  tax_included_amount: string;
  total_amount: string;
  received: string;
  /** In the order they were made. */
  returned: { cents: number; lines: unknown }[];
}

/**
 * What each product earned from the sales of these days, best first: computed from the rows, not
 * from the stored sums.
 */
export async function countProductSales(
  database: Queryable,
  period: { first_day: string; last_day: string },
  zone: string,
): Promise<ProductSales[]> {
  const { rows } = await database.query<PaidOrder>({
    text: `select bought.order_items, subtotal_amount, discount_amount, delivery_amount, tax_amount,
        tax_included_amount, bought.total_amount, sale.cents as received, (
          select coalesce(jsonb_agg(jsonb_build_object('cents', refund.amount_cents, 'lines', refund.lines)
            order by refund.created_at, refund.id), '[]')
          from private.refunds_of_sales as refund where refund.order_id = bought.id
        ) as returned
      from public.orders as bought join private.sales as sale on sale.order_id = bought.id
      where (bought.paid_at at time zone $3)::date between $1::date and $2::date
        and bought.status <> 'cancelled'`,
    values: [period.first_day, period.last_day, zone],
  });
  const products = new Map<string, ProductSales>();
  for (const sale of rows.flatMap(linesLeft)) {
    const key = JSON.stringify([sale.name, sale.weight]);
    const sum = products.get(key);
    if (!sum) products.set(key, sale);
    else {
      sum.quantity += sale.quantity;
      sum.cents += sale.cents;
    }
  }
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...products.values()].sort(
    (a, b) => b.cents - a.cents || text(a.name, b.name) || text(a.weight, b.weight),
  );
}

interface Part {
  paid: Cents;
  /** How much of it is tax added to the price. */
  added: Cents;
  quantity: number;
  gone: Cents;
  named: number;
  sentBack: number;
}

/** What remains of an order's lines, leaving out lines of which nothing is left. */
function linesLeft(order: PaidOrder): ProductSales[] {
  const lines = Array.isArray(order.order_items) ? readOrderLines(order.order_items) : [];
  const parts = partsPaid(order, lines);
  const [delivery, ...ofLines] = parts;
  if (!delivery) return [];
  for (const { cents, lines: named } of order.returned) {
    const chosen = chosenParts.safeParse(named).data;
    const units = parts.map((part, index) => {
      const wanted =
        index === 0
          ? Number(chosen?.delivery ?? false)
          : (chosen?.lines.find(({ line }) => line === index - 1)?.quantity ?? 0);
      return Math.min(wanted, part.quantity - part.named);
    });
    const costs = parts.map(({ paid, named, quantity }, index) => {
      const upTo = (count: number) => Math.floor((paid * count) / quantity);
      const more = units[index] ?? 0;
      return more === 0 ? 0 : upTo(named + more) - upTo(named);
    });
    const isWhole = cents >= sum(costs) || chosen?.restock === true;
    let left = cents;
    const take = (part: Part, amount: Cents) => {
      const taken = Math.min(amount, part.paid - part.gone);
      part.gone += taken;
      left -= taken;
    };
    const offNamed = oneByOne(cents, costs);
    for (const [index, part] of parts.entries()) {
      take(part, offNamed[index] ?? 0);
      part.named += units[index] ?? 0;
      if (isWhole) part.sentBack += units[index] ?? 0;
    }
    const rest = parts.map(({ paid, gone }) => paid - gone);
    const offAll = oneByOne(Math.min(left, sum(rest)), rest);
    for (const [index, part] of parts.entries()) take(part, offAll[index] ?? 0);
  }
  const isGone = Number(order.received) > 0 && parts.every(({ paid, gone }) => gone === paid);
  return ofLines.flatMap(({ paid, added, quantity, gone, sentBack }, index) => {
    const line = lines[index];
    if (!line || isGone || (paid > 0 && gone === paid)) return [];
    const addedGone = paid === 0 ? 0 : Math.floor((added * gone) / paid);
    const cents = paid - gone - (added - addedGone);
    if (quantity === sentBack && cents === 0) return [];
    return [{ name: line.name, weight: line.weight, quantity: quantity - sentBack, cents }];
  });
}

/** What was paid for each line, preceded by what belongs to no line. */
function partsPaid(order: PaidOrder, lines: ReturnType<typeof readOrderLines>): Part[] {
  const received = Number(order.received);
  const total = toCents(order.total_amount);
  const tax = toCents(order.tax_amount);
  const ofTotal = (cents: Cents) =>
    received === total ? cents : total === 0 ? 0 : Math.floor((cents * received) / total);
  const nets = lines.map((line) =>
    Math.max(0, line.priceCents * line.quantity - line.discountCents),
  );
  const goods = Math.min(
    toCents(order.subtotal_amount) - toCents(order.discount_amount),
    sum(nets),
  );
  const paidForLines = fromStart(ofTotal(goods), nets);
  const taxes = lines.map(({ taxCents }) => taxCents);
  const added = splitProportionally(ofTotal(tax - toCents(order.tax_included_amount)), [
    ...taxes,
    Math.max(0, tax - sum(taxes)),
  ]);
  const part = (paid: Cents, of: Cents, quantity: number): Part => ({
    ...{ paid, added: of, quantity },
    ...{ gone: 0, named: 0, sentBack: 0 },
  });
  const ofLines = lines.map(({ quantity }, index) => {
    const extra = added[index] ?? 0;
    return part((paidForLines[index] ?? 0) + extra, extra, quantity);
  });
  const rest = received - sum(ofLines.map(({ paid }) => paid));
  // If the order adds up, refunds must be priced by the same parts.
  const refundable = received === total && refundableParts(order, []);
  if (refundable && sum(nets) === goods) {
    const priced = [refundable.delivery, ...refundable.lines].map(({ paidCents }) => paidCents);
    const paid = [rest, ...ofLines.map(({ paid }) => paid)];
    if (JSON.stringify(priced) !== JSON.stringify(paid)) throw new Error('priced otherwise');
  }
  return [part(rest, added[lines.length] ?? 0, 1), ...ofLines];
}

/** Splits into whole cents, each share taken from what the earlier ones left. */
function oneByOne(amount: Cents, weights: readonly number[]): Cents[] {
  let pot = amount;
  let all = sum(weights);
  return weights.map((weight) => {
    if (weight === 0) return 0;
    const share = Math.floor((pot * weight) / all);
    pot -= share;
    all -= weight;
    return share;
  });
}

/** Splits into whole cents, each share being the growth of the rounded running total. */
function fromStart(amount: Cents, weights: readonly number[]): Cents[] {
  const all = sum(weights);
  let before = 0;
  return weights.map((weight) => {
    if (all === 0) return 0;
    const start = Math.floor((amount * before) / all);
    before += weight;
    return Math.floor((amount * before) / all) - start;
  });
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0);
}
