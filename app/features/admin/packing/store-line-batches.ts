import type { AdminCalls } from '../data/use-admin-calls.ts';
import type { NotedBatch } from './read-packing.ts';
import type { LineBatches } from './suggest-batches.ts';

/** Lines per call: a response holds up to 1,000 rows, one for each batch of a line. */
const atOnce = 200;

/**
 * Notes batches of lines that have none, or with `replace` in place of those that they have. Answers what then stands
 * on each of these lines: what was noted there before stays, and of a line with `seen` whatever else than that is
 * noted. Throws AdminFailure.
 */
export async function storeLineBatches(
  calls: AdminCalls,
  lines: readonly (LineBatches & { seen?: readonly NotedBatch[] })[],
  { replace = false } = {},
): Promise<LineBatches[]> {
  const noted: LineBatches[] = [];
  for (let start = 0; start < lines.length; start += atOnce) {
    const some = lines.slice(start, start + atOnce);
    const rows = await calls.run((tables) =>
      tables.rpc('note_line_batches', { lines: some.map(toRow), replace }),
    );
    for (const { orderId, line } of some) {
      const ofLine = rows.filter((row) => row.order_id === orderId && row.line === line);
      const batches = ofLine.map((row) => ({
        batchId: row.batch_id,
        code: row.code,
        quantity: row.quantity,
        status: row.status,
      }));
      noted.push({ orderId, line, batches });
    }
  }
  return noted;
}

function toRow({
  orderId,
  line,
  batches,
  seen,
}: LineBatches & { seen?: readonly NotedBatch[] | undefined }) {
  const toRows = (noted: readonly NotedBatch[]) =>
    noted.map(({ batchId, quantity }) => ({ batch_id: batchId, quantity }));
  return {
    ...{ order_id: orderId, line, batches: toRows(batches) },
    ...(seen && { seen: toRows(seen) }),
  };
}
