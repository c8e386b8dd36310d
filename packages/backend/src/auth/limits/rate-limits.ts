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
  guesses: { password: PasswordLimits; code: GuessLimits };
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
  /** For one account from all callers, except browsers in which it has signed in. */
  account: Limiter;
  /** Of such a browser. */
  browser: Limiter;
}

/** Its `account` counts ranges rather than guesses: so many that a few callers never use them up. */
export interface PasswordLimits extends GuessLimits {
  /** Of one range of networks at one account. */
  range: Limiter;
  /** Lets each range count once an hour at one account. */
  newRange: Limiter;
  /** Of one caller at all accounts. */
  network: Limiter;
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

/** A limit with what a page about limits says of it. */
export interface DescribedLimit extends Limit {
  what: string;
  per: string;
  why: string;
}

const gotrue = 'A hosted project’s default.';
const slowGuessing = 'Nobody is locked out, and guessing takes years.';
const sixDigits = 'Six digits, good for an hour.';

/** Every limit of accounts; those of `[auth.rate_limit]` in a project's `config.toml` by its names. */
export const authLimits = {
  sign_in_sign_ups: {
    what: 'sign-ups, recoveries, resent and mailed codes, changes of an account, sign-ins elsewhere: each for itself',
    burst: 30,
    refillMs: (5 * MINUTE) / 30,
    per: 'network',
    why: gotrue,
  },
  token_verifications: {
    what: 'links and codes that are shown',
    burst: 30,
    refillMs: (5 * MINUTE) / 30,
    per: 'network',
    why: gotrue,
  },
  sign_ins: {
    what: 'sign-ins of each grant',
    burst: 30,
    refillMs: (5 * MINUTE) / 150,
    per: 'network; of passwords, network and account, and browsers in which it has signed in apart',
    why: 'Strangers behind one address do not use up what its customers need.',
  },
  token_refresh: {
    what: 'refreshes',
    burst: 150,
    refillMs: (5 * MINUTE) / 150,
    per: 'session; of tokens that belong to none, network',
    why: 'A hosted project’s default. Invented tokens keep nobody from staying signed in.',
  },
  anonymous_users: {
    what: 'accounts without an address',
    burst: 30,
    refillMs: HOUR / 30,
    per: 'network',
    why: gotrue,
  },
  factors: {
    what: 'calls about second factors',
    burst: 30,
    refillMs: MINUTE / 15,
    per: 'network',
    why: gotrue,
  },
  factor_codes: {
    what: 'wrong codes of a second factor',
    burst: 10,
    refillMs: MINUTE,
    per: 'factor, wherever they come from',
    why: 'A code of six digits changes every 30 seconds.',
  },
  passwords: {
    what: 'wrong passwords',
    burst: 10,
    refillMs: HOUR / 10,
    per: 'network and account',
    why: slowGuessing,
  },
  passwords_of_range: {
    what: 'wrong passwords',
    burst: 250,
    refillMs: 15_000,
    per: 'range and account',
    why: 'More than twenty of its networks use up; whoever has a whole range guesses no faster.',
  },
  passwords_of_network: {
    what: 'wrong passwords',
    burst: 300,
    refillMs: 2_000,
    per: 'network, but for browsers in which the address has signed in',
    why: 'One caller tries few passwords at many accounts, and inventing addresses takes long to keep its neighbors out.',
  },
  passwords_of_account: {
    what: 'ranges from which wrong passwords come',
    burst: 100,
    refillMs: HOUR / 100,
    per: 'account, but for browsers in which it has signed in',
    why: 'A count of wrong passwords would let ten callers lock the owner out of new browsers. A botnet is bounded, and the 10,000 passwords that it would try first are refused at sign-up.',
  },
  passwords_of_browser: {
    what: 'wrong passwords',
    burst: 20,
    refillMs: (5 * MINUTE) / 20,
    per: 'account and browser in which it has signed in',
    why: 'Who owns the account is never kept out by who guesses at it.',
  },
  codes: {
    what: 'wrong mailed codes',
    burst: 5,
    refillMs: HOUR / 10,
    per: 'network and account',
    why: sixDigits,
  },
  codes_of_account: {
    what: 'wrong mailed codes',
    burst: 50,
    refillMs: HOUR / 50,
    per: 'account, but for browsers in which it has signed in',
    why: 'Six digits, good for an hour. The link of the same mail is not counted.',
  },
  codes_of_browser: {
    what: 'wrong mailed codes',
    burst: 10,
    refillMs: HOUR / 10,
    per: 'account and browser in which it has signed in',
    why: sixDigits,
  },
  mails: {
    what: 'mails that are asked for',
    burst: 20,
    refillMs: HOUR / 20,
    per: 'network',
    why: 'Nobody sends mail to many with the shop’s name.',
  },
  mails_of_browser: {
    what: 'mails that are asked for',
    burst: 10,
    refillMs: HOUR / 10,
    per: 'browser in which the address has signed in',
    why: 'The owner of an account gets a mail while others use up its network’s share.',
  },
  first_mails: {
    what: 'mails to addresses without an account that `email_sent` does not count',
    burst: 2,
    refillMs: HOUR / 2,
    per: 'network',
    why: 'A new customer signs up while a flood has used up the share of all.',
  },
  mails_to_address: {
    what: 'mails that others than such a browser ask for',
    burst: 6,
    refillMs: HOUR / 6,
    per: 'address that gets them',
    why: 'Nobody fills somebody else’s mailbox.',
  },
} as const satisfies Record<string, DescribedLimit>;

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
      token: limiter(authLimits.sign_ins),
      refresh: limiter(authLimits.token_refresh),
      verify: limiter(authLimits.token_verifications),
      anonymous: limiter(authLimits.anonymous_users),
      signup: limiter(authLimits.sign_in_sign_ups),
      recover: limiter(authLimits.sign_in_sign_ups),
      resend: limiter(authLimits.sign_in_sign_ups),
      otp: limiter(authLimits.sign_in_sign_ups),
      user: limiter(authLimits.sign_in_sign_ups),
      challenge: limiter(authLimits.factors),
      factor: limiter(authLimits.factors),
      authorize: limiter(authLimits.sign_in_sign_ups),
    },
    guesses: {
      password: {
        caller: limiter(authLimits.passwords),
        range: limiter(authLimits.passwords_of_range),
        newRange: limiter({ burst: 1, refillMs: HOUR }),
        network: limiter(authLimits.passwords_of_network),
        account: limiter(authLimits.passwords_of_account),
        browser: limiter(authLimits.passwords_of_browser),
      },
      code: {
        caller: limiter(authLimits.codes),
        account: limiter(authLimits.codes_of_account),
        browser: limiter(authLimits.codes_of_browser),
      },
    },
    factor: limiter(authLimits.factor_codes),
    mails: {
      caller: limiter(authLimits.mails),
      browser: limiter(authLimits.mails_of_browser),
      first: limiter(authLimits.first_mails),
      strangers: limiter({ burst: mailsPerHour, refillMs: HOUR / mailsPerHour }),
      mailbox: limiter(authLimits.mails_to_address),
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
      password: {
        caller: open,
        range: open,
        newRange: open,
        network: open,
        account: open,
        browser: open,
      },
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
