import { setTimeout } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import type { CheckLimits } from '#server/authenticity/authenticity.ts';
import {
  createAddressLimiter,
  createRateLimiter,
  type LimitStore,
} from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';
import { refuseCall } from './refuse-call.ts';

export interface LookupLimits {
  /** Called at most once a minute during a surge. */
  onSurge?: () => void;
  wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Order lookups carry the provider's session id, which can't be guessed, so they aren't limited
 * here.
 */
const SESSION_ID = /^cs_(?:test|live)_[A-Za-z0-9]{40,120}$/;

/** Limits on checks. Calls to the table, the page and the function are counted together. */
export function createCheckLimits(
  store: LimitStore,
  surge: number = limits.lookupSurge.count,
): CheckLimits {
  const { lookupsPerMinute, lookupsPerHour, lookupSurge, unknownCheckedCodes } = limits;
  return {
    ofAddress: createAddressLimiter(store, 'look-ups', lookupsPerMinute, lookupsPerHour),
    ofAll: createRateLimiter(store, 'all look-ups', { ...lookupSurge, count: surge }),
    ofUnknown: createRateLimiter(store, 'unknown checked codes', unknownCheckedCodes),
  };
}

/** How many milliseconds longer each check takes during a surge. */
const SLOWED = 1_000;

/**
 * Limits guessing of batch codes. Codes are only found by header, so counting the header covers
 * every spelling of the URL. Guessing from many networks causes a surge: lookups are slowed down
 * and reported, but still answered correctly.
 */
export function limitLookups(
  { ofAddress, ofAll }: Pick<CheckLimits, 'ofAddress' | 'ofAll'>,
  { onSurge, wait = setTimeout }: LookupLimits = {},
) {
  let surging = false;
  return createMiddleware(async (c, next) => {
    const key = c.req.header('x-lookup-key');
    if (key === undefined || SESSION_ID.test(key)) return next();
    const seconds = await ofAddress(c.req.header('x-forwarded-for') ?? 'unknown');
    if (seconds > 0) return refuseCall(c, seconds, 'Too many checks. Please wait.');
    const isOver = (await ofAll('all')) > 0;
    if (isOver && !surging) onSurge?.();
    surging = isOver;
    if (isOver) await wait(SLOWED);
    return next();
  });
}
