import { LRUCache } from 'lru-cache';

/** Admits `burst` calls at once and then one every `refillMs` milliseconds, for each key. */
export interface Limit {
  burst: number;
  refillMs: number;
}

export interface Limiter {
  /** Uses one of the key's calls and answers 0, or the milliseconds to wait when none is left. */
  take(key: string): number;
  /** Gives one back, when a call turned out not to count. */
  refund(key: string): void;
}

export interface RateLimits {
  /** Calls of one address, a limiter for each kind of endpoint. */
  address: Record<LimitedEndpoint, Limiter>;
  /** Failed sign-ins and codes of one account, whatever address they come from. */
  account: Limiter;
  /** Wrong codes of one second factor, whatever address they come from. */
  factor: Limiter;
  /** Mails of the whole project. */
  mails: Limiter;
  /** One mail of a kind in each interval to one address, whether or not it has an account. */
  mailsTo: Limiter;
  /** Milliseconds that must lie between two mails of a kind to one account. */
  mailIntervalMs: number;
}

export type LimitedEndpoint =
  | 'token'
  | 'verify'
  | 'anonymous'
  | 'signup'
  | 'recover'
  | 'resend'
  | 'otp'
  | 'user'
  | 'challenge'
  | 'factor'
  | 'authorize';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** GoTrue's defaults: 30 in 5 minutes, refreshes 150, factors 15 a minute, 30 mails an hour. */
const THIRTY_IN_FIVE: Limit = { burst: 30, refillMs: (5 * MINUTE) / 30 };
const TOKENS: Limit = { burst: 30, refillMs: (5 * MINUTE) / 150 };
const FACTORS: Limit = { burst: 30, refillMs: MINUTE / 15 };
const FACTOR_TRIES: Limit = { burst: 10, refillMs: MINUTE };
const ACCOUNT: Limit = { burst: 20, refillMs: (5 * MINUTE) / 20 };

/** The least used keys are forgotten beyond this, so that memory stays bounded under a flood. */
const REMEMBERED_KEYS = 20_000;

/** `mailInterval` in seconds. */
export function createRateLimits(
  clock: () => number,
  mailsPerHour: number,
  mailInterval: number,
): RateLimits {
  const limiter = (limit: Limit) => createLimiter(limit, clock);
  return {
    address: {
      token: limiter(TOKENS),
      verify: limiter(THIRTY_IN_FIVE),
      anonymous: limiter({ burst: 30, refillMs: HOUR / 30 }),
      signup: limiter(THIRTY_IN_FIVE),
      recover: limiter(THIRTY_IN_FIVE),
      resend: limiter(THIRTY_IN_FIVE),
      otp: limiter(THIRTY_IN_FIVE),
      user: limiter(THIRTY_IN_FIVE),
      challenge: limiter(FACTORS),
      factor: limiter(FACTORS),
      authorize: limiter(THIRTY_IN_FIVE),
    },
    account: limiter(ACCOUNT),
    factor: limiter(FACTOR_TRIES),
    mails: limiter({ burst: mailsPerHour, refillMs: HOUR / mailsPerHour }),
    mailsTo: limiter({ burst: 1, refillMs: mailInterval * 1000 }),
    mailIntervalMs: mailInterval * 1000,
  };
}

/** For load tests on a loopback address. */
export function createNoLimits(): RateLimits {
  const open: Limiter = { take: () => 0, refund: () => {} };
  return {
    address: {
      token: open,
      verify: open,
      anonymous: open,
      signup: open,
      recover: open,
      resend: open,
      otp: open,
      user: open,
      challenge: open,
      factor: open,
      authorize: open,
    },
    account: open,
    factor: open,
    mails: open,
    mailsTo: open,
    mailIntervalMs: 0,
  };
}

export function createLimiter({ burst, refillMs }: Limit, clock: () => number): Limiter {
  // Each key holds the moment at which all its calls will be there again.
  const fullAt = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  return {
    take(key) {
      const now = clock();
      const next = Math.max(fullAt.get(key) ?? 0, now) + refillMs;
      const wait = next - now - burst * refillMs;
      if (wait > 0) return wait;
      fullAt.set(key, next);
      return 0;
    },
    refund(key) {
      const moment = fullAt.get(key);
      if (moment !== undefined) fullAt.set(key, moment - refillMs);
    },
  };
}
