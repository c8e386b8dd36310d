import { RateLimiterMemory, RateLimiterUnion } from 'rate-limiter-flexible';
import type { RateLimit } from '#server/limits.ts';

/** Counts one for the key; resolves to the seconds it has to wait, 0 while it need not. */
export type RateLimiter = (key: string) => Promise<number>;

/** All of `limits` hold together, in the memory of this process. */
export function createRateLimiter(
  ...limits: readonly Pick<RateLimit, 'count' | 'seconds'>[]
): RateLimiter {
  const limiter = new RateLimiterUnion(
    ...limits.map(
      ({ count, seconds }, index) =>
        new RateLimiterMemory({ keyPrefix: String(index), points: count, duration: seconds }),
    ),
  );
  return async (key) => {
    try {
      await limiter.consume(key);
      return 0;
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      const exceeded = Object.values(rejection as Record<string, { msBeforeNext: number }>);
      const waits = exceeded.map(({ msBeforeNext }) => Math.ceil(msBeforeNext / 1000));
      return Math.max(1, ...waits);
    }
  };
}

/** Counts failures alone; whoever had too many has to wait even with the right answer. */
export interface FailureLimiter {
  /** Resolves to the seconds the key has to wait, 0 while it need not. */
  wait(key: string): Promise<number>;
  count(key: string): Promise<unknown>;
}

export function createFailureLimiter({
  count,
  seconds,
}: Pick<RateLimit, 'count' | 'seconds'>): FailureLimiter {
  const limiter = new RateLimiterMemory({ points: count, duration: seconds });
  return {
    async wait(key) {
      const failed = await limiter.get(key);
      return failed && failed.consumedPoints >= count ? Math.ceil(failed.msBeforeNext / 1000) : 0;
    },
    count: (key) => limiter.penalty(key),
  };
}
