import { authLimits } from '../../limits.ts';
import type { Limit, Limiter } from './limiter.ts';

const hour = 3_600_000;

export interface RateLimits {
  /** Calls of one address, a limiter for each kind of endpoint. */
  address: Record<LimitedEndpoint, Limiter>;
  /** Failed sign-ins, and failed codes. */
  guesses: { password: PasswordLimits; code: GuessLimits };
  /** Wrong codes of one second factor, whatever address they come from. */
  factor: Limiter;
  mails: MailLimits;
  /** One email of a kind in each interval to one address for one caller, known there or not. */
  mailsTo: Limiter;
  /** Milliseconds that must lie between two emails of a kind to one account. */
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
  /** Emails that one caller may ask for. */
  caller: Limiter;
  /** As `caller`, for a browser in which the address has signed in. */
  browser: Limiter;
  /** A caller's emails to addresses without an account that are not counted for the whole site. */
  first: Limiter;
  /** Further such emails of the whole site. */
  strangers: Limiter;
  /** Emails to one address that others than such a browser have asked for. */
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

/** `mailInterval` in seconds. */
export function createRateLimits(
  limiter: (limit: Limit) => Limiter,
  { mailsPerHour, mailInterval }: { mailsPerHour: number; mailInterval: number },
): RateLimits {
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
        newRange: limiter({ burst: 1, refillMs: hour }),
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
      strangers: limiter({ burst: mailsPerHour, refillMs: hour / mailsPerHour }),
      mailbox: limiter(authLimits.mails_to_address),
    },
    mailsTo: limiter({ burst: 1, refillMs: mailInterval * 1000 }),
    mailIntervalMs: mailInterval * 1000,
  };
}
