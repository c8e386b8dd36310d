import { type Cents, formatMoney, toCents } from './money.ts';
import { readOrderLines } from './order.ts';
import { splitProportionally } from './split-proportionally.ts';
import { z } from './zod.ts';

/** The parts of an order to refund: quantities of its lines, by index in `order_items`, and delivery. */
export const chosenParts = z.object({
  lines: z
    .array(z.object({ line: z.int().min(0).max(999), quantity: z.int().min(1).max(9999) }))
    .max(1000)
    .refine(
      (lines) => new Set(lines.map(({ line }) => line)).size === lines.length,
      'names a line twice',
    ),
  delivery: z.boolean().default(false),
  /** Puts the lines' products back in stock once the refund has succeeded. */
  restock: z.boolean().default(false),
});
export type ChosenParts = z.output<typeof chosenParts>;

/** From an order as stored; amounts in dollars. */
interface StoredAmounts {
  order_items: unknown;
  delivery_amount: string | number;
  tax_amount: string | number;
  tax_included_amount: string | number;
  total_amount: string | number;
}

interface RefundablePart {
  /** What the customer paid for it: minus its discount, plus its share of added tax. */
  paidCents: Cents;
  /** How much of that is tax, added or included. */
  taxCents: Cents;
  quantity: number;
  /** The quantity that earlier refunds name. */
  refunded: number;
}

export interface RefundableParts {
  /** In the order of `order_items`. */
  lines: RefundablePart[];
  delivery: RefundablePart;
}

/**
 * What was paid for each part of an order, to the cent. Null if an order's parts do not add up to
 * its total, which can happen with imported orders. `earlier` holds the parts named by refunds that
 * have not failed.
 */
export function refundableParts(
  order: StoredAmounts,
  earlier: readonly unknown[],
): RefundableParts | null {
  const lines = readOrderLines(order.order_items);
  const deliveryCents = toCents(order.delivery_amount);
  const taxCents = toCents(order.tax_amount);
  const taxOfLines = lines.map((line) => line.taxCents);
  const taxOfDelivery = Math.max(0, taxCents - sum(taxOfLines));
  const added = splitProportionally(taxCents - toCents(order.tax_included_amount), [
    ...taxOfLines,
    taxOfDelivery,
  ]);
  const before = earlier.flatMap((parts) => {
    const read = chosenParts.safeParse(parts);
    return read.success ? [read.data] : [];
  });
  const parts = {
    lines: lines.map((line, index) => ({
      paidCents: line.priceCents * line.quantity - line.discountCents + (added[index] ?? 0),
      taxCents: line.taxCents,
      quantity: line.quantity,
      refunded: sum(
        before.flatMap(({ lines }) =>
          lines.filter((each) => each.line === index).map(({ quantity }) => quantity),
        ),
      ),
    })),
    delivery: {
      paidCents: deliveryCents + (added[lines.length] ?? 0),
      taxCents: taxOfDelivery,
      quantity: 1,
      refunded: before.some(({ delivery }) => delivery) ? 1 : 0,
    },
  };
  const all = [...parts.lines, parts.delivery];
  const addsUp = sum(all.map(({ paidCents }) => paidCents)) === toCents(order.total_amount);
  return addsUp && all.every(({ paidCents }) => paidCents >= 0) ? parts : null;
}

/**
 * What the customer paid for the chosen parts; null if earlier refunds have left less than was
 * chosen. However a line is split over refunds, together they return exactly what was paid for it.
 */
export function amountOfParts(parts: RefundableParts, chosen: Chosen): Cents | null {
  return sumOfParts(parts, chosen, 'paidCents');
}

/** Everything that earlier refunds have left. */
export function allPartsLeft({ lines, delivery }: RefundableParts): Chosen {
  return {
    lines: lines.flatMap(({ quantity, refunded }, line) =>
      refunded < quantity ? [{ line, quantity: quantity - refunded }] : [],
    ),
    delivery: delivery.paidCents > 0 && delivery.refunded === 0,
  };
}

type Chosen = Pick<ChosenParts, 'lines' | 'delivery'>;
type Share = 'paidCents' | 'taxCents';

function sumOfParts(
  { lines, delivery }: RefundableParts,
  chosen: Chosen,
  share: Share,
): Cents | null {
  const amounts = chosen.lines.map(({ line, quantity }) => shareOf(lines[line], quantity, share));
  if (chosen.delivery) amounts.push(shareOf(delivery, 1, share));
  return amounts.every((amount) => amount !== null) ? sum(amounts) : null;
}

function shareOf(part: RefundablePart | undefined, quantity: number, share: Share): Cents | null {
  if (!part || part.refunded + quantity > part.quantity) return null;
  const upTo = (count: number) => Math.floor((part[share] * count) / part.quantity);
  return upTo(part.refunded + quantity) - upTo(part.refunded);
}

interface StoredRefund {
  amount_cents: number | string;
  currency: string;
  /** The chosen parts; null if only an amount was given. */
  lines: unknown;
}

/**
 * Describes a refund by parts: "1 × Pure Resin, 30g and shipping, including $0.80 tax". Empty if
 * only an amount was given. `earlier` holds the parts of the refunds before it, without failed
 * ones.
 */
export function describeRefund(
  order: StoredAmounts,
  refund: StoredRefund,
  earlier: readonly unknown[],
): string {
  const chosen = chosenParts.safeParse(refund.lines).data;
  if (!chosen) return '';
  const lines = readOrderLines(order.order_items);
  const named = chosen.lines.flatMap(({ line, quantity }) => {
    const found = lines[line];
    return found ? [`${quantity} × ${[found.name, found.weight].filter(Boolean).join(' ')}`] : [];
  });
  if (chosen.delivery && toCents(order.delivery_amount) > 0) named.push('shipping');
  const parts = refundableParts(order, earlier);
  // If the amount is not the price of the parts, only whoever chose it knows the share of tax.
  const isWhole =
    parts &&
    refund.currency === 'USD' &&
    amountOfParts(parts, chosen) === Number(refund.amount_cents);
  const taxCents = (isWhole && sumOfParts(parts, chosen, 'taxCents')) || 0;
  return [listOf.format(named), taxCents > 0 && `including ${formatMoney(taxCents)} tax`]
    .filter(Boolean)
    .join(', ');
}

const listOf = new Intl.ListFormat('en-US');

/** How much of each line of an order refunds have left; `earlier` as in `refundableParts`. */
export function quantitiesLeft(
  lines: readonly { quantity: number }[],
  earlier: readonly unknown[],
): number[] {
  const returned = earlier.flatMap((parts) => chosenParts.safeParse(parts).data?.lines ?? []);
  return lines.map(({ quantity }, place) => {
    const back = returned.filter((each) => each.line === place);
    return quantity - sum(back.map((each) => each.quantity));
  });
}

function sum(cents: readonly Cents[]): Cents {
  return cents.reduce((total, each) => total + each, 0);
}
