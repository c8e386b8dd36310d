import type { AdminCalls } from '../data/use-admin-calls.ts';
import type { LineBatches } from './suggest-batches.ts';

const atOnce = 400;

/** Notes batches of lines that had none. The same again changes nothing. */
export async function noteLineBatches(
  calls: AdminCalls,
  lines: readonly LineBatches[],
): Promise<void> {
  const rows = lines.flatMap(toRows);
  for (let start = 0; start < rows.length; start += atOnce) {
    await calls.run((tables) =>
      tables.from('order_line_batches').upsert(rows.slice(start, start + atOnce)),
    );
  }
}

/**
 * Notes the batches of one line in place of those that it had, which go only once the new ones are stored. One call
 * at a time: two would take away each other's.
 */
export async function replaceLineBatches(calls: AdminCalls, line: LineBatches): Promise<void> {
  await noteLineBatches(calls, [line]);
  const kept = line.batches.map(({ batchId }) => batchId);
  await calls.run((tables) => {
    const ofLine = tables
      .from('order_line_batches')
      .delete()
      .eq('order_id', line.orderId)
      .eq('line', line.line);
    return kept.length > 0 ? ofLine.not('batch_id', 'in', `(${kept.join()})`) : ofLine;
  });
}

function toRows({ orderId, line, batches }: LineBatches) {
  return batches.map(({ batchId, quantity }) => ({
    order_id: orderId,
    line,
    batch_id: batchId,
    quantity,
  }));
}
