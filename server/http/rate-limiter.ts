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
