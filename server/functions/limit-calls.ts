import { networkOf } from '@liv-fit/backend/http';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { fail } from './failure.ts';

export interface CallLimit {
  calls: number;
  seconds: number;
}

/** Counts calls per visitor's address (the header is ours by then); null counts nothing. */
export function limitCalls(name: string, limit: CallLimit | null) {
  const limiter =
    limit &&
    new RateLimiterMemory({ keyPrefix: name, points: limit.calls, duration: limit.seconds });
  return createMiddleware(async (c, next) => {
    if (!limiter) return next();
    try {
      await limiter.consume(networkOf(c.req.header('x-forwarded-for') ?? 'unknown'));
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      const { msBeforeNext } = rejection as { msBeforeNext: number };
      c.header('retry-after', String(Math.max(1, Math.ceil(msBeforeNext / 1000))));
      return fail(c, 'rate_limited', 'Too many requests. Please wait a moment.');
    }
    return next();
  });
}
