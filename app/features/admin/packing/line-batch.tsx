import type { PackedLine } from './read-packing.ts';

/** Where the batch is noted that a line is packed from. */
export function LineBatch({ line: { line, quantity } }: { line: PackedLine }) {
  return (
    <span className="block">
      <span className="text-xs text-ink-soft">Batch</span>
      <span
        role="img"
        aria-label={`Room for the batch of ${quantity} × ${line.name}`}
        className="ml-1.5 inline-block h-6 w-36 border-b border-ink align-bottom"
      />
    </span>
  );
}
