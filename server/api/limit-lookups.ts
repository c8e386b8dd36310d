import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterUnion } from 'rate-limiter-flexible';

/**
 * Stops a sweep of batch codes: 20 look-ups a minute and 100 an hour per address (architecture,
 * "Limits"). Codes open only by header, so counting the header counts every spelling of the URL.
 * Order look-ups carry a provider's session id in the same header and are not guessable.
 */
export function limitLookups() {
  const limits = new RateLimiterUnion(
    new RateLimiterMemory({ keyPrefix: 'minute', points: 20, duration: 60 }),
    new RateLimiterMemory({ keyPrefix: 'hour', points: 100, duration: 3600 }),
  );
  return createMiddleware(async (c, next) => {
    const key = c.req.header('x-lookup-key');
    if (key === undefined || key.startsWith('cs_')) return next();
    try {
      await limits.consume(c.req.header('x-forwarded-for') ?? 'unknown');
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      return refuse(c, rejection as Rejection);
    }
    return next();
  });
}

type Rejection = Record<string, { msBeforeNext: number }>;

function refuse(c: Context, rejection: Rejection): Response {
  const waits = Object.values(rejection).map((limit) => Math.ceil(limit.msBeforeNext / 1000));
  return c.json(
    {
      code: 'rate_limited',
      message: 'Too many checks. Please wait.',
      details: null,
      hint: null,
    },
    429,
    { 'retry-after': String(Math.max(1, ...waits)) },
  );
}
