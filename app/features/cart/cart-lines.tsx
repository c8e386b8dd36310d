import { useState } from 'react';
import { lineKey } from '#domain/cart.ts';
import type { CheckedLine } from '#domain/check-cart.ts';
import { CartLineRow } from './cart-line-row.tsx';
import { unsavedCart } from './notify-added.ts';
import { RemovedRow } from './removed-row.tsx';
import type { RemovedLine } from './store/cart-store.ts';
import { cartStore, useCart } from './store/cart-store.ts';

type Row = { key: string } & ({ line: CheckedLine } | { removed: RemovedLine });

interface CartLinesProps {
  lines: readonly CheckedLine[];
  /** Called when a link is followed, so that the drawer closes. */
  onLeave?: () => void;
  compact?: boolean;
}

/** The lines, each removable; a removed line can be put back in its place. */
export function CartLines({ lines, onLeave, compact = false }: CartLinesProps) {
  const [removals, setRemovals] = useState<readonly RemovedLine[]>([]);
  const [restored, setRestored] = useState<string | null>(null);
  const { unsaved } = useCart();

  function remove(line: CheckedLine): void {
    const removed = cartStore.remove(line);
    if (removed) setRemovals((before) => [...before, removed]);
    setRestored(null);
  }

  function undo(removed: RemovedLine): void {
    cartStore.restore(removed);
    setRemovals((before) => before.filter((other) => other !== removed));
    setRestored(lineKey(removed.line));
  }

  const rows = arrangeRows(lines, removals);
  if (rows.length === 0) return null;
  return (
    <>
      {unsaved ? (
        <p role="status" className="py-3 text-sm text-saffron-ink">
          {unsavedCart}
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {rows.map((row) =>
          'line' in row ? (
            <CartLineRow
              key={row.key}
              line={row.line}
              onRemove={() => remove(row.line)}
              takesFocus={restored === row.key}
              onLeave={onLeave}
              compact={compact}
            />
          ) : (
            <RemovedRow
              key={row.key}
              name={row.removed.line.name}
              onUndo={() => undo(row.removed)}
            />
          ),
        )}
      </ul>
    </>
  );
}

/** Lines and removed lines in their original order; one that was added again needs no undo. */
function arrangeRows(lines: readonly CheckedLine[], removals: readonly RemovedLine[]): Row[] {
  const present = new Set(lines.map(lineKey));
  return removals
    .filter(({ line }) => !present.has(lineKey(line)))
    .reduceRight<Row[]>(
      (rows, removed) =>
        rows.toSpliced(removed.index, 0, { key: `removed ${lineKey(removed.line)}`, removed }),
      lines.map((line) => ({ key: lineKey(line), line })),
    );
}
