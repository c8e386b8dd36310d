import { type Cents, toCents } from './money.ts';
import { readOrderLines } from './order.ts';
import { shareOut } from './share-out.ts';
import { z } from './zod.ts';

/** What of an order is refunded: so many of its lines, by their place in `order_items`, and delivery. */
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

/** Of an order, as stored; amounts in dollars. */
interface StoredAmounts {
  order_items: unknown;
  delivery_amount: string | number;
  tax_amount: string | number;
  tax_included_amount: string | number;
  total_amount: string | number;
}

interface RefundablePart {
  /** What was paid for it: less its discount, with its share of added tax. */
  paidCents: Cents;
  quantity: number;
  /** How many of it earlier refunds name. */
  refunded: number;
}

export interface RefundableParts {
  /** As in `order_items`. */
  lines: RefundablePart[];
  delivery: RefundablePart;
}

/**
 * What was paid for each part of an order, to the cent; null for an order whose parts do not add up
 * to its total, as one brought from elsewhere may be. `earlier`: what refunds that have not failed name.
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
  const added = shareOut(taxCents - toCents(order.tax_included_amount), [
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
      quantity: line.quantity,
      refunded: sum(
        before.flatMap(({ lines }) =>
          lines.filter((each) => each.line === index).map(({ quantity }) => quantity),
        ),
      ),
    })),
    delivery: {
      paidCents: deliveryCents + (added[lines.length] ?? 0),
      quantity: 1,
      refunded: before.some(({ delivery }) => delivery) ? 1 : 0,
    },
  };
  const all = [...parts.lines, parts.delivery];
  const addsUp = sum(all.map(({ paidCents }) => paidCents)) === toCents(order.total_amount);
  return addsUp && all.every(({ paidCents }) => paidCents >= 0) ? parts : null;
}

/**
 * What the chosen parts cost the customer; null when more is chosen than earlier refunds have left.
 * However a line is split over refunds, together they return exactly what was paid for it.
 */
export function amountOfParts(
  { lines, delivery }: RefundableParts,
  chosen: Pick<ChosenParts, 'lines' | 'delivery'>,
): Cents | null {
  const amounts = chosen.lines.map(({ line, quantity }) => amountOf(lines[line], quantity));
  if (chosen.delivery) amounts.push(amountOf(delivery, 1));
  return amounts.every((amount) => amount !== null) ? sum(amounts) : null;
}

function amountOf(part: RefundablePart | undefined, quantity: number): Cents | null {
  if (!part || part.refunded + quantity > part.quantity) return null;
  const upTo = (count: number) => Math.floor((part.paidCents * count) / part.quantity);
  return upTo(part.refunded + quantity) - upTo(part.refunded);
}

function sum(cents: readonly Cents[]): Cents {
  return cents.reduce((total, each) => total + each, 0);
}
