import { networkOf } from '@liv-fit/backend/http';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterUnion } from 'rate-limiter-flexible';

/**
 * Keeps one address from flooding the team: 20 messages a minute and 100 an hour, far more than a
 * person writes. Every insert into the table counts, however its address is spelled; that one call
 * brings one message only is the database's rule.
 */
export function limitMessages() {
  const limits = new RateLimiterUnion(
    new RateLimiterMemory({ keyPrefix: 'minute', points: 20, duration: 60 }),
    new RateLimiterMemory({ keyPrefix: 'hour', points: 100, duration: 3600 }),
  );
  return createMiddleware(async (c, next) => {
    if (!isMessage(c.req.method, c.req.url)) return next();
    try {
      await limits.consume(networkOf(c.req.header('x-forwarded-for') ?? 'unknown'));
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      const waits = Object.values(rejection as Record<string, { msBeforeNext: number }>);
      const seconds = Math.ceil(Math.max(...waits.map(({ msBeforeNext }) => msBeforeNext)) / 1000);
      return c.json(
        {
          code: 'rate_limited',
          message: 'Too many messages. Please wait.',
          details: null,
          hint: null,
        },
        429,
        { 'retry-after': String(Math.max(1, seconds)) },
      );
    }
    return next();
  });
}

function isMessage(method: string, url: string): boolean {
  if (method !== 'POST' && method !== 'PUT') return false;
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return path.split('/').filter(Boolean).join('/') === 'rest/v1/contacts';
  } catch {
    return false;
  }
}
