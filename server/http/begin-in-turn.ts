import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairQueue } from '@liv-fit/backend/http';

/**
 * Milliseconds that one turn of the event loop may spend on beginning requests: a handful of them.
 * Without it, floods of cheap requests kept everyone else waiting for 4 to 24 s.
 */
const budgetMs = 4;

export type BeginInTurn = (visitor: string, begin: () => void) => void;

/**
 * Begins requests, in an ordinary turn of the event loop all at once. Where hundreds have come
 * together, each costs a millisecond before its first wait, and whoever comes next would wait for
 * all of them: beyond a few milliseconds they go on in the next turn, and whoever asked for the
 * least lately goes first.
 */
export function createBeginInTurn(now: () => number = () => performance.now()): BeginInTurn {
  const inTurn = createFairQueue({ atOnce: 1, longest: Number.POSITIVE_INFINITY });
  let turnBegan: number | null = null;
  let waiting = 0;

  const isSpent = (): boolean => {
    if (turnBegan === null) {
      turnBegan = now();
      setImmediate(() => {
        turnBegan = null;
      });
    }
    return now() - turnBegan >= budgetMs;
  };

  return (visitor, begin) => {
    if (waiting === 0 && !isSpent()) {
      begin();
      return;
    }
    waiting += 1;
    void inTurn(async () => {
      while (isSpent()) await nextTurn();
      waiting -= 1;
      begin();
    }, visitor);
  };
}
