import { setTimeout } from 'node:timers/promises';
import { networkOf } from '@liv-fit/backend/http';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterUnion } from 'rate-limiter-flexible';

export interface LookupLimits {
  /** Checks of the whole site in a minute beyond which there is a surge. */
  surge?: number;
  /** Hears once a minute that there is one. */
  onSurge?: () => void;
  /** Waits some milliseconds. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** A look-up of an order carries a session's id of the provider, which nobody can guess. */
const SESSION_ID = /^cs_(?:test|live)_[A-Za-z0-9]{40,120}$/;

/** Milliseconds every check takes longer in a surge. */
const SLOWED = 1_000;

/**
 * Stops a sweep of batch codes: 20 look-ups a minute and 100 an hour per address (architecture,
 * "Limits"). Codes open only by header, so counting the header counts every spelling of the URL.
 * A sweep from many addresses makes a surge: it is slowed down and reported, and its answers stay
 * true.
 */
export function limitLookups({ surge = 1_200, onSurge, wait = setTimeout }: LookupLimits = {}) {
  const limits = new RateLimiterUnion(
    new RateLimiterMemory({ keyPrefix: 'minute', points: 20, duration: 60 }),
    new RateLimiterMemory({ keyPrefix: 'hour', points: 100, duration: 3600 }),
  );
  const site = new RateLimiterMemory({ keyPrefix: 'site', points: surge, duration: 60 });
  return createMiddleware(async (c, next) => {
    const key = c.req.header('x-lookup-key');
    if (key === undefined || SESSION_ID.test(key)) return next();
    try {
      await limits.consume(networkOf(c.req.header('x-forwarded-for') ?? 'unknown'));
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      return refuse(c, rejection as Rejection);
    }
    const { consumedPoints } = await site.penalty('all');
    if (consumedPoints === surge + 1) onSurge?.();
    if (consumedPoints > surge) await wait(SLOWED);
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
