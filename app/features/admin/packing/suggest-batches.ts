import { isWithheld } from '#domain/shipment.ts';
import type { NotedBatch, PackedLine, PackedOrder } from './read-packing.ts';

/** A released batch as listed by `admin_batch_stock`: earliest best-before date first. */
export interface BatchStock {
  batch_id: string;
  code: string;
  product_id: string | null;
  best_before: string | null;
  /** Null if the number of units was not recorded. */
  units_made: number | null;
  packed: number;
}

export interface LineBatches {
  orderId: string;
  line: number;
  batches: NotedBatch[];
}

export function unitsLeft({ units_made, packed }: BatchStock): number {
  return units_made === null ? Number.POSITIVE_INFINITY : Math.max(0, units_made - packed);
}

/** Whether a line needs a batch: some of its units have none, or one that must not be shipped. */
export function isOpen(line: PackedLine): boolean {
  return line.batches.some(({ status }) => isWithheld(status)) || countMissing(line) > 0;
}

function fitBatches({ batches }: PackedLine): NotedBatch[] {
  return batches.filter(({ status }) => !isWithheld(status));
}

function countMissing(line: PackedLine): number {
  return fitBatches(line).reduce((left, { quantity }) => left - quantity, line.quantity);
}

/**
 * Suggests, for every line that needs a batch, the oldest released batch that has not expired on
 * `today` and is not used up; if one batch runs out, the next one follows. What is noted already
 * and may be shipped stays part of it. Lines for which nothing is left are omitted.
 */
export function suggestBatches(
  orders: readonly PackedOrder[],
  stock: readonly BatchStock[],
  today: string,
): LineBatches[] {
  const left = new Map(stock.map((batch) => [batch.batch_id, unitsLeft(batch)]));
  return orders.flatMap(({ order, lines }) =>
    lines.flatMap((packed) => {
      const { place, line } = packed;
      if (!isOpen(packed) || line.id === null) return [];
      const suggested = fitBatches(packed);
      let missing = countMissing(packed);
      for (const { batch_id, code, product_id, best_before } of stock) {
        const there = left.get(batch_id) ?? 0;
        const isGood = best_before === null || best_before >= today;
        if (product_id !== line.id || !isGood || there < 1 || missing < 1) continue;
        const taken = Math.min(missing, there);
        const noted = suggested.findIndex(({ batchId }) => batchId === batch_id);
        const quantity = taken + (suggested[noted]?.quantity ?? 0);
        const batch = { batchId: batch_id, code, quantity, status: 'released' };
        suggested.splice(noted < 0 ? suggested.length : noted, 1, batch);
        left.set(batch_id, there - taken);
        missing -= taken;
      }
      return missing <= 0 ? [{ orderId: order.id, line: place, batches: suggested }] : [];
    }),
  );
}
