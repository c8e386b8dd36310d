import { networkOf } from '@liv-fit/backend/http';
import { createMiddleware } from 'hono/factory';
import { createRateLimiter, type LimitStore } from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';
import { calledPath } from './called-path.ts';
import { refuseCall } from './refuse-call.ts';

/**
 * Counts searches from pages and direct API calls alike, since a page makes the same call for its
 * visitor.
 */
export function limitSearches(store: LimitStore) {
  const count = createRateLimiter(store, 'searches', limits.searches);
  return createMiddleware(async (c, next) => {
    if (calledPath(c.req.url) !== 'rest/v1/rpc/search_shop') return next();
    const seconds = await count(networkOf(c.req.header('x-forwarded-for') ?? 'unknown'));
    if (seconds > 0) return refuseCall(c, seconds, 'Too many searches. Please wait.');
    return next();
  });
}
