import { useCallback, useRef, useState } from 'react';
import { messageOf } from '../data/admin-failure.ts';
import type { PackedOrder } from './read-packing.ts';
import { type PastedNumbers, readTracking } from './read-tracking.ts';
import type { TrackingNumbers, useTrackingNumbers } from './use-tracking-numbers.ts';

export interface Pasting {
  /** In words; null before the first paste. */
  outcome: string | null;
  /** Pastes several rows, starting at a given order or at the first. */
  paste: (text: string, fromOrder?: string) => Promise<void>;
  /** Null if there is nothing to undo. */
  undo: (() => void) | null;
}

/**
 * Pasted tracking numbers: a column is assigned to the selected orders; rows that name orders apply
 * to any order.
 */
export function usePasting(
  chosen: readonly PackedOrder[],
  able: readonly PackedOrder[],
  { numbers, fill, replace }: ReturnType<typeof useTrackingNumbers>,
): Pasting {
  const [done, setDone] = useState<{ outcome: string; before: TrackingNumbers | null } | null>(
    null,
  );
  // In a ref, so that the callback passed to many rows stays the same.
  const latest = useRef({ chosen, able, numbers });
  latest.current = { chosen, able, numbers };

  const paste = useCallback(
    async (text: string, fromOrder?: string) => {
      const now = latest.current;
      const ids = now.chosen.map(({ order }) => order.id);
      const from = fromOrder ? Math.max(0, ids.indexOf(fromOrder)) : 0;
      try {
        const read = await readTracking(
          text,
          ids.slice(from),
          now.able.map(({ order }) => order.id),
        );
        fill(read.numbers);
        const before = read.numbers.size > 0 ? now.numbers : null;
        setDone({ outcome: describe(read), before });
      } catch (error) {
        setDone({ outcome: messageOf(error), before: null });
      }
    },
    [fill],
  );

  const before = done?.before;
  return {
    outcome: done?.outcome ?? null,
    paste,
    undo: before
      ? () => {
          replace(Object.keys(before).length > 0 ? before : null);
          setDone({ outcome: 'The numbers are as they were before.', before: null });
        }
      : null,
  };
}

function describe({ numbers, left }: PastedNumbers): string {
  const filled =
    numbers.size === 1 ? '1 number was filled in.' : `${numbers.size} numbers were filled in.`;
  if (left.length === 0) return filled;
  const shown = left.slice(0, 5).join(', ');
  const rest = left.length > 5 ? ` and ${left.length - 5} more` : '';
  return `${filled} For ${left.length} there is no order in this list: ${shown}${rest}.`;
}
