import { setTimeout as delay } from 'node:timers/promises';
import { createFairQueue } from '@liv-fit/backend/http';

/** Throws QueueFull if too many bodies are waiting, which also limits memory. */
export type LargeBodyQueue = <Parsed, Answer>(
  network: string,
  parse: () => Parsed,
  respond: (parsed: Parsed) => Promise<Answer> | Answer,
) => Promise<Answer>;

/**
 * Processes large bodies one at a time: parsing 20 MB blocks the only thread for 100 to 200 ms, and
 * so does reading the pictures in it. After each such piece of work, everybody else gets the thread
 * for as long as the work took. Whatever the response then waits for, such as a store, does not
 * hold up other bodies.
 */
export function createLargeBodyQueue(): LargeBodyQueue {
  const inTurn = createFairQueue({ atOnce: 1, longest: 8, perCaller: 3 });
  return async (network, parse, respond) => {
    const { answering } = await inTurn(async () => {
      const parsed = await leaveAsLong(parse);
      return leaveAsLong(() => {
        const answering = (async () => respond(parsed))();
        // A failure reaches the caller after its turn.
        answering.catch(() => {});
        return { answering };
      });
    }, network);
    return answering;
  };
}

/** After the work, leaves the thread to others for as long as the work took. */
async function leaveAsLong<T>(work: () => T): Promise<T> {
  const began = performance.now();
  const done = work();
  await delay(performance.now() - began);
  return done;
}
