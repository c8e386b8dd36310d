import { networkOf } from '@liv-fit/backend/http';
import { createMiddleware } from 'hono/factory';
import {
  createAddressLimiter,
  createRateLimiter,
  type LimitStore,
  type RateLimiter,
} from '#server/http/rate-limiter.ts';
import type { RateLimit } from '#server/limits.ts';
import { fail } from './failure.ts';

/**
 * Counts calls per visitor's network, and per range if the limit says so (by then, we have set the
 * header ourselves).
 */
export function limitFunctionCalls(store: LimitStore, name: string, limit: RateLimit) {
  const count = createLimiter(store, name, limit);
  return createMiddleware(async (c, next) => {
    const seconds = await count(c.req.header('x-forwarded-for') ?? 'unknown');
    if (seconds === 0) return next();
    c.header('retry-after', String(seconds));
    return fail(c, 'rate_limited', 'Too many requests. Please wait a moment.');
  });
}

function createLimiter(store: LimitStore, name: string, limit: RateLimit): RateLimiter {
  if (limit.per === 'network and range') return createAddressLimiter(store, name, limit);
  const ofNetwork = createRateLimiter(store, name, limit);
  return (address) => ofNetwork(networkOf(address));
}
