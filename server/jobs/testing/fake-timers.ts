import type { Timers } from '../timers.ts';

/** Timers for tests: nothing fires until the test calls `fire`. */
export function createFakeTimers(): Timers & {
  /** Delays of the pending timers in milliseconds, soonest first. */
  waits(): number[];
  /** Fires the timer that is due first and returns its delay. */
  fire(): number | undefined;
} {
  const pending = new Map<object, { callback: () => void; ms: number }>();
  const sorted = () => [...pending].sort(([, a], [, b]) => a.ms - b.ms);
  return {
    set(callback, ms) {
      const handle = {};
      pending.set(handle, { callback, ms });
      return handle;
    },
    clear: (handle) => pending.delete(handle),
    waits: () => sorted().map(([, { ms }]) => ms),
    fire() {
      const [first] = sorted();
      if (!first) return undefined;
      pending.delete(first[0]);
      first[1].callback();
      return first[1].ms;
    },
  };
}
