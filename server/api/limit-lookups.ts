import { setTimeout } from 'node:timers/promises';
import { networkOf } from '@liv-fit/backend/http';
import { createMiddleware } from 'hono/factory';
import { createRateLimiter } from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';
import { refuseCall } from './refuse-call.ts';

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
 * Stops a sweep of batch codes. Codes open only by header, so counting the header counts every
 * spelling of the URL. A sweep from many networks makes a surge: it is slowed down and reported, and
 * its answers stay true.
 */
export function limitLookups({
  surge = limits.lookupSurge.count,
  onSurge,
  wait = setTimeout,
}: LookupLimits = {}) {
  const count = createRateLimiter(limits.lookupsPerMinute, limits.lookupsPerHour);
  const countAll = createRateLimiter({ ...limits.lookupSurge, count: surge });
  let surging = false;
  return createMiddleware(async (c, next) => {
    const key = c.req.header('x-lookup-key');
    if (key === undefined || SESSION_ID.test(key)) return next();
    const seconds = await count(networkOf(c.req.header('x-forwarded-for') ?? 'unknown'));
    if (seconds > 0) return refuseCall(c, seconds, 'Too many checks. Please wait.');
    const isOver = (await countAll('all')) > 0;
    if (isOver && !surging) onSurge?.();
    surging = isOver;
    if (isOver) await wait(SLOWED);
    return next();
  });
}
