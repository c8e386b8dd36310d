/** Too much work waits already; the caller should try again later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * Runs at most `atOnce` pieces of work at a time; throws QueueFull when `longest` wait. Callers take
 * turns, so that nobody waits for all that another has asked for.
 */
export function createQueue(atOnce: number, longest: number) {
  /** Whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let length = 0;
  let running = 0;

  const next = (): (() => void) | undefined => {
    const [turn] = waiting;
    if (!turn) return;
    const [caller, works] = turn;
    const first = works.shift();
    waiting.delete(caller);
    if (works.length > 0) waiting.set(caller, works);
    length -= 1;
    return first;
  };

  return async <T>(work: () => Promise<T>, caller = ''): Promise<T> => {
    if (running < atOnce) {
      running += 1;
    } else {
      if (length >= longest) throw new QueueFull('Too much work is waiting');
      const works = waiting.get(caller) ?? [];
      waiting.set(caller, works);
      length += 1;
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resume) => works.push(resume));
    }
    try {
      return await work();
    } finally {
      const resume = next();
      if (resume) resume();
      else running -= 1;
    }
  };
}
