import { setTimeout } from 'node:timers/promises';
import { networkOf } from '@liv-fit/backend/http';
import { createMiddleware } from 'hono/factory';
import { createRateLimiter, type LimitStore } from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';
import { refuseCall } from './refuse-call.ts';

export interface LookupLimits {
  /** Checks of the whole site in a minute beyond which there is a surge. */
  surge?: number;
  /** Called at most once a minute during a surge. */
  onSurge?: () => void;
  /** Waits some milliseconds. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Order look-ups carry the provider's session id, which can't be guessed, so they aren't limited
 * here.
 */
const SESSION_ID = /^cs_(?:test|live)_[A-Za-z0-9]{40,120}$/;

/** Milliseconds every check takes longer in a surge. */
const SLOWED = 1_000;

/**
 * Limits guessing of batch codes. Codes are only found by header, so counting the header covers
 * every spelling of the URL. Guessing from many networks causes a surge: lookups are slowed down
 * and reported, but still answered correctly.
 */
export function limitLookups(
  store: LimitStore,
  { surge = limits.lookupSurge.count, onSurge, wait = setTimeout }: LookupLimits = {},
) {
  const { lookupsPerMinute, lookupsPerHour, lookupSurge } = limits;
  const count = createRateLimiter(store, 'look-ups', lookupsPerMinute, lookupsPerHour);
  const countAll = createRateLimiter(store, 'all look-ups', { ...lookupSurge, count: surge });
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
