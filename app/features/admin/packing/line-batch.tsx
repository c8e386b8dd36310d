import { isWithheld } from '#domain/shipment.ts';
import type { NotedBatch, PackedLine } from './read-packing.ts';

/** The batches a line is packed from; if none is recorded, space to write one. */
export function LineBatch({ line: { line, quantity, batches } }: { line: PackedLine }) {
  return (
    <span className="block">
      <span className="text-xs text-ink-soft">Batch</span>
      {batches.length > 0 ? (
        <span className="ml-1.5 font-semibold wrap-anywhere">
          {describeBatches(batches, quantity)}
        </span>
      ) : (
        <span
          role="img"
          aria-label={`Room for the batch of ${quantity} × ${line.name}`}
          className="ml-1.5 inline-block h-6 w-24 border-b border-ink align-bottom sm:w-36"
        />
      )}
    </span>
  );
}

/** 'SH2041', or '2 × SH2041 (recalled), 1 × SH2042' if it comes from several. */
export function describeBatches(batches: readonly NotedBatch[], quantity: number): string {
  const [only] = batches;
  if (batches.length === 1 && only?.quantity === quantity) return markBatch(only);
  return batches.map((each) => `${each.quantity} × ${markBatch(each)}`).join(', ');
}

/** The code, with the status of a batch that must not be shipped. */
export function markBatch({ code, status }: NotedBatch): string {
  return isWithheld(status) ? `${code} (${status})` : code;
}
