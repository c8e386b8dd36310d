import { setTimeout as delay } from 'node:timers/promises';
import { createFairQueue } from '@liv-fit/backend/http';

/** Throws QueueFull when too many bodies wait, for memory's sake too. */
export type LargeBodyQueue = <Parsed, Answer>(
  network: string,
  parse: () => Parsed,
  respond: (parsed: Parsed) => Promise<Answer> | Answer,
) => Promise<Answer>;

/**
 * Takes large bodies in one at a time: parsing 20 MB keeps the one thread busy for 100 to 200 ms, and so does reading
 * the pictures in it. In between, everybody else has the thread for as long as that took. What the answer then waits for,
 * a store for example, keeps no other body waiting.
 */
export function createLargeBodyQueue(): LargeBodyQueue {
  const inTurn = createFairQueue({ atOnce: 1, longest: 8, perCaller: 3 });
  return async (network, parse, respond) => {
    const { answering } = await inTurn(async () => {
      const parsed = await leaveAsLong(parse);
      return leaveAsLong(() => {
        const answering = (async () => respond(parsed))();
        // Whoever asked learns of a failure, when the turn is over.
        answering.catch(() => {});
        return { answering };
      });
    }, network);
    return answering;
  };
}

/** Leaves the thread to the others for as long as the work took. */
async function leaveAsLong<T>(work: () => T): Promise<T> {
  const began = performance.now();
  const done = work();
  await delay(performance.now() - began);
  return done;
}
