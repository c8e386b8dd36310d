import { LRUCache } from 'lru-cache';

/** Admits `burst` calls at once and then one every `refillMs` milliseconds, for each key. */
export interface Limit {
  burst: number;
  refillMs: number;
}

export interface Limiter {
  /** Uses one of the key's calls and answers 0, or the milliseconds to wait when none is left. */
  take(key: string): number;
  /** Gives one back, when a call turned out not to count. */
  refund(key: string): void;
}

/** The least used keys are forgotten beyond this, so that memory stays bounded under a flood. */
const REMEMBERED_KEYS = 20_000;

export function createLimiter({ burst, refillMs }: Limit, clock: () => number): Limiter {
  // Each key holds the moment at which all its calls will be there again.
  const fullAt = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  return {
    take(key) {
      const now = clock();
      const next = Math.max(fullAt.get(key) ?? 0, now) + refillMs;
      const wait = next - now - burst * refillMs;
      if (wait > 0) return wait;
      fullAt.set(key, next);
      return 0;
    },
    refund(key) {
      const moment = fullAt.get(key);
      if (moment !== undefined) fullAt.set(key, moment - refillMs);
    },
  };
}

/** For load tests on a loopback address. */
export const unlimited: Limiter = { take: () => 0, refund: () => {} };
