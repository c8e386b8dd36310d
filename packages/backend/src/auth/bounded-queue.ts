/** Too much work waits already; the caller should try again later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Runs at most `atOnce` pieces of work at a time, in order; throws QueueFull when `longest` wait. */
export function createQueue(atOnce: number, longest: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) {
      running += 1;
    } else {
      if (waiting.length >= longest) throw new QueueFull('Too much work is waiting');
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resume) => waiting.push(resume));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
