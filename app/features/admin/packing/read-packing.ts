import { isPlaceholderAddress, type OrderLine, readOrderLines } from '#domain/order.ts';
import { shippablePayments } from '#domain/payment-status.ts';
import { quantitiesLeft } from '#domain/refund-parts.ts';
import { describeWithheldBatch, isWithheld, maxPacked } from '#domain/shipment.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';
import { type DisputeRow, describeLostDisputes, disputeColumns } from '../orders/lost-disputes.ts';
import { statusLabel } from '../orders/order-text.ts';
import { type LinkRow, linkColumns, packingNotes } from '../orders/payment-links.ts';

type Order = RowOf<'orders'>;
type Refund = Pick<RowOf<'refunds'>, 'amount_cents' | 'state' | 'lines'>;
type Parcel = Pick<RowOf<'shipments'>, 'carrier' | 'tracking_number'>;

export interface PackedLine {
  /** The index in `order_items`. */
  place: number;
  line: OrderLine;
  /** The quantity left after refunds. */
  quantity: number;
  /** The batches it is packed from, as far as recorded. */
  batches: readonly NotedBatch[];
}

export interface NotedBatch {
  batchId: string;
  code: string;
  quantity: number;
  status: string;
}

/** As embedded in an order (`lineBatchColumns`). */
export interface LineBatchRow {
  line: number;
  quantity: number;
  batch: { id: string; code: string; status: string } | null;
}
export const lineBatchColumns =
  'order_line_batches(line, quantity, batch:batches(id, code, status))' as const;

/** An order to be packed. */
export interface PackedOrder {
  order: Order;
  lines: PackedLine[];
  refundedCents: number;
  /** Why it cannot be packed, from whichever batches; null if it can. See also `describePackingProblem`. */
  problem: string | null;
  /** About items that were added to it, and lost disputes. */
  notes: readonly string[];
  /**
   * Some added items are not paid yet, or a dispute took money back: it is packed only if somebody
   * chooses to.
   */
  waits: boolean;
}

export interface Packing {
  orders: PackedOrder[];
  /** Whether more orders wait than are listed. */
  more: boolean;
}

const columns =
  `*, refunds(amount_cents, state, lines), shipments(carrier, tracking_number), ${disputeColumns}, ${lineBatchColumns}` as const;
/** Ids per URL. */
const atOnce = 100;
/** More than are ever open at once; the orders of older links have shipped. */
const maxLinks = 1000;

/** The orders with these ids, in that order; without ids, all orders that can be shipped, oldest first. */
export async function readPacking(
  calls: AdminCalls,
  ids: readonly string[] | null,
): Promise<Packing> {
  const links = await calls.run((tables) =>
    tables
      .from('payment_links')
      .select(linkColumns)
      .not('adds_to', 'is', null)
      .order('created_at', { ascending: false })
      .limit(maxLinks),
  );
  const pack = (row: Parameters<typeof toPacked>[0]) => toPacked(row, links);
  if (ids === null) {
    const rows = await calls.run((tables) =>
      tables
        .from('orders')
        .select(columns)
        .in('payment_status', [...shippablePayments])
        .in('status', ['pending', 'processing'])
        .order('created_at')
        .limit(maxPacked + 1),
    );
    return { orders: rows.slice(0, maxPacked).map(pack), more: rows.length > maxPacked };
  }
  const wanted = ids.slice(0, maxPacked);
  const parts = Array.from({ length: Math.ceil(wanted.length / atOnce) }, (_, part) =>
    calls.run((tables) =>
      tables
        .from('orders')
        .select(columns)
        .in('id', wanted.slice(part * atOnce, (part + 1) * atOnce)),
    ),
  );
  const rows = (await Promise.all(parts)).flat();
  return {
    orders: wanted.flatMap((id) => rows.find((row) => row.id === id) ?? []).map(pack),
    more: ids.length > maxPacked,
  };
}

export function toPacked(
  {
    refunds,
    shipments,
    disputes = [],
    order_line_batches: noted = [],
    ...order
  }: Order & {
    refunds: readonly Refund[];
    shipments: readonly Parcel[];
    disputes?: readonly DisputeRow[];
    order_line_batches?: readonly LineBatchRow[];
  },
  links: readonly LinkRow[] = [],
): PackedOrder {
  const notes = packingNotes(order.id, links);
  const lost = describeLostDisputes(disputes);
  const valid = refunds.filter(({ state }) => state !== 'failed');
  const ordered = readOrderLines(order.order_items);
  const left = quantitiesLeft(
    ordered,
    valid.map(({ lines }) => lines),
  );
  const lines = ordered.flatMap((line, place) => {
    const quantity = left[place] ?? 0;
    return quantity > 0 ? [{ place, line, quantity, batches: batchesOf(noted, place) }] : [];
  });
  return {
    order,
    lines,
    refundedCents: valid.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    problem: problemOf(order, shipments, lines),
    notes: [...notes.map(({ text }) => text), ...lost],
    waits: notes.some(({ waits }) => waits) || lost.length > 0,
  };
}

export function batchesOf(rows: readonly LineBatchRow[], place: number): NotedBatch[] {
  return rows.flatMap(({ line, quantity, batch }) =>
    line === place && batch
      ? [{ batchId: batch.id, code: batch.code, status: batch.status, quantity }]
      : [],
  );
}

/** Why an order cannot be packed as it is; null if it can. */
export function describePackingProblem({ problem, lines }: PackedOrder): string | null {
  if (problem) return problem;
  const withheld = lines.flatMap(({ batches }) => batches).find(({ status }) => isWithheld(status));
  return withheld ? `${describeWithheldBatch(withheld)}: choose another.` : null;
}

function problemOf(
  order: Order,
  [parcel]: readonly Parcel[],
  lines: readonly PackedLine[],
): string | null {
  if (parcel) return `Already shipped with ${parcel.carrier}, ${parcel.tracking_number}`;
  if (!(shippablePayments as readonly string[]).includes(order.payment_status)) {
    return `Payment: ${statusLabel(order.payment_status)}`;
  }
  if (order.status !== 'pending' && order.status !== 'processing') {
    return `Already ${order.status}`;
  }
  if (isPlaceholderAddress(order.address)) return 'No shipping address';
  if (lines.length === 0) return 'Every item was refunded';
  return null;
}
