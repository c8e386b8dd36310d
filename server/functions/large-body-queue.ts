import { setTimeout as delay } from 'node:timers/promises';
import { createFairQueue } from '@liv-fit/backend/http';

/** Throws QueueFull when too many bodies wait, for memory's sake too. */
export type LargeBodyQueue = <Parsed, Answer>(
  network: string,
  parse: () => Parsed,
  respond: (parsed: Parsed) => Promise<Answer> | Answer,
) => Promise<Answer>;

/**
 * Takes large bodies one at a time: parsing 20 MB keeps the one thread busy for 100 to 200 ms, and so does reading
 * the pictures in it. In between, everybody else has the thread for as long as the parsing took.
 */
export function createLargeBodyQueue(): LargeBodyQueue {
  const inTurn = createFairQueue({ atOnce: 1, longest: 8, perCaller: 3 });
  return (network, parse, respond) =>
    inTurn(async () => {
      const began = performance.now();
      const parsed = parse();
      await delay(performance.now() - began);
      return respond(parsed);
    }, network);
}
