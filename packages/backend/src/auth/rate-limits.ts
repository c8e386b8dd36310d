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
  /** Failed sign-ins, and failed codes. */
  guesses: Record<'password' | 'code', GuessLimits>;
  /** Wrong codes of one second factor, whatever address they come from. */
  factor: Limiter;
  mails: MailLimits;
  /** One mail of a kind in each interval to one address for one caller, known there or not. */
  mailsTo: Limiter;
  /** Milliseconds that must lie between two mails of a kind to one account. */
  mailIntervalMs: number;
}

export interface GuessLimits {
  /** Of one caller at one account. */
  caller: Limiter;
  /** At one account, whoever guesses, but for browsers in which it has signed in. */
  account: Limiter;
  /** Of such a browser. */
  browser: Limiter;
}

export interface MailLimits {
  /** Mails that one caller may ask for. */
  caller: Limiter;
  /** As `caller`, for a browser in which the address has signed in. */
  browser: Limiter;
  /** A caller's mails to addresses without an account that are not counted for the whole site. */
  first: Limiter;
  /** Further such mails of the whole site. */
  strangers: Limiter;
  /** Mails to one address that others than such a browser have asked for. */
  mailbox: Limiter;
}

export type LimitedEndpoint =
  | 'token'
  | 'refresh'
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
const REFRESHES: Limit = { burst: 150, refillMs: (5 * MINUTE) / 150 };
const FACTORS: Limit = { burst: 30, refillMs: MINUTE / 15 };
const FACTOR_TRIES: Limit = { burst: 10, refillMs: MINUTE };
const GUESSES = {
  // NIST SP 800-63B, 5.2.2: at most 100 failures in a row at one account.
  password: {
    caller: { burst: 10, refillMs: HOUR / 10 },
    account: { burst: 100, refillMs: HOUR / 100 },
    browser: { burst: 20, refillMs: (5 * MINUTE) / 20 },
  },
  // Six digits, good for an hour.
  code: {
    caller: { burst: 5, refillMs: HOUR / 10 },
    account: { burst: 50, refillMs: HOUR / 50 },
    browser: { burst: 10, refillMs: HOUR / 10 },
  },
} as const satisfies Record<string, Record<keyof GuessLimits, Limit>>;

/** The least used keys are forgotten beyond this, so that memory stays bounded under a flood. */
const REMEMBERED_KEYS = 20_000;

/** `mailInterval` in seconds. */
export function createRateLimits(
  clock: () => number,
  mailsPerHour: number,
  mailInterval: number,
): RateLimits {
  const limiter = (limit: Limit) => createLimiter(limit, clock);
  const guesses = (kind: keyof typeof GUESSES): GuessLimits => ({
    caller: limiter(GUESSES[kind].caller),
    account: limiter(GUESSES[kind].account),
    browser: limiter(GUESSES[kind].browser),
  });
  return {
    address: {
      token: limiter(TOKENS),
      refresh: limiter(REFRESHES),
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
    guesses: {
      password: guesses('password'),
      code: guesses('code'),
    },
    factor: limiter(FACTOR_TRIES),
    mails: {
      caller: limiter({ burst: 20, refillMs: HOUR / 20 }),
      browser: limiter({ burst: 10, refillMs: HOUR / 10 }),
      first: limiter({ burst: 2, refillMs: HOUR / 2 }),
      strangers: limiter({ burst: mailsPerHour, refillMs: HOUR / mailsPerHour }),
      mailbox: limiter({ burst: 6, refillMs: HOUR / 6 }),
    },
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
      refresh: open,
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
    guesses: {
      password: { caller: open, account: open, browser: open },
      code: { caller: open, account: open, browser: open },
    },
    factor: open,
    mails: { caller: open, browser: open, first: open, strangers: open, mailbox: open },
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
