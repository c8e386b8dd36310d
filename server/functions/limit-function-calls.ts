import { networkOf } from '@liv-fit/backend/http';
import { createMiddleware } from 'hono/factory';
import { createRateLimiter, type LimitStore } from '#server/http/rate-limiter.ts';
import type { RateLimit } from '#server/limits.ts';
import { fail } from './failure.ts';

/** Counts calls per visitor's network (the header is ours by then). */
export function limitFunctionCalls(store: LimitStore, name: string, limit: RateLimit) {
  const count = createRateLimiter(store, name, limit);
  return createMiddleware(async (c, next) => {
    const seconds = await count(networkOf(c.req.header('x-forwarded-for') ?? 'unknown'));
    if (seconds === 0) return next();
    c.header('retry-after', String(seconds));
    return fail(c, 'rate_limited', 'Too many requests. Please wait a moment.');
  });
}
