import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairQueue } from '@liv-fit/backend/http';

/**
 * Milliseconds that one turn of the event loop may spend on starting requests: a handful of them.
 * Without this limit, floods of cheap requests kept everyone else waiting for 4 to 24 s.
 */
const budgetMs = 4;

export type BeginInTurn = (visitor: string, begin: () => void) => void;

/**
 * Starts requests, normally all in the same turn of the event loop. If hundreds arrive at once,
 * each takes a millisecond before its first await, and a newcomer would wait for all of them. So
 * after a few milliseconds, starting continues in the next turn of the event loop, with the visitor
 * who has recently asked for the least going first.
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
