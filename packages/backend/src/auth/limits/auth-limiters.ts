import { authLimits } from '../../limits.ts';
import type { CreateLimiter, Limiter } from './limiter.ts';

const hour = 3_600_000;

export interface AuthLimiters {
  /** Calls from one IP address, one limiter per kind of endpoint. */
  address: Record<LimitedEndpoint, Limiter>;
  /** Refreshes of all sessions of one account. */
  refreshes: Limiter;
  /** Sign-outs of one session. */
  signOuts: Limiter;
  /** Failed sign-ins, failed emailed codes, and wrong codes for one second factor. */
  guesses: { password: PasswordLimits; code: MailedCodeLimits; factor: CodeLimits };
  mails: MailLimits;
  /**
   * One email of each kind per interval, per address and caller, whether the address has an account
   * or not.
   */
  mailsTo: Limiter;
  /** Minimum milliseconds between two emails of a kind to one account. */
  mailIntervalMs: number;
}

export interface GuessLimits {
  /** By one caller at one account. */
  caller: Limiter;
  /** At one account by all callers, except browsers it has signed in from. */
  account: Limiter;
  /** By one such browser. */
  browser: Limiter;
  /** By all such browsers of one account together; beyond it they count like any other. */
  browsers: Limiter;
}

/**
 * Here `account` counts network ranges rather than guesses, and allows so many that a few callers
 * cannot use it up.
 */
export interface PasswordLimits extends GuessLimits {
  /** By one range of networks at one account. */
  range: Limiter;
  /** Counts each range only once an hour per account. */
  newRange: Limiter;
  /** By one caller at all accounts. */
  network: Limiter;
  /** By one range of networks at all accounts. */
  allOfRange: Limiter;
}

export interface MailedCodeLimits extends CodeLimits {
  /** By one range of networks at all accounts. */
  range: Limiter;
}

export interface CodeLimits extends GuessLimits {
  /** At one account from all networks where it is signed in; counted instead of `account`. */
  ownNetworks: Limiter;
}

export interface MailLimits {
  /** Emails one caller may request. */
  caller: Limiter;
  /** The same for the range around the caller. */
  callerOfRange: Limiter;
  /** Like `caller`, for a browser the address has signed in from. */
  browser: Limiter;
  /** For all such browsers of one address together. */
  browsers: Limiter;
  /**
   * A caller's first emails to mailboxes that may be anybody's; these are not counted for the whole
   * site.
   */
  first: Limiter;
  /** The same for the range around the caller. */
  firstOfRange: Limiter;
  /**
   * Further such emails for the whole site, with sign-ups and changes of address counted
   * separately.
   */
  strangers: Limiter;
  /** Emails to one address that were not requested from such a browser. */
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
  | 'enroll'
  | 'authorize';

/** `mailInterval` in seconds. */
export function createAuthLimiters(
  limiter: CreateLimiter,
  { mailsPerHour, mailInterval }: { mailsPerHour: number; mailInterval: number },
): AuthLimiters {
  return {
    address: {
      token: limiter('address.token', authLimits.sign_ins),
      refresh: limiter('address.refresh', authLimits.token_refresh),
      verify: limiter('address.verify', authLimits.token_verifications),
      anonymous: limiter('address.anonymous', authLimits.anonymous_users),
      signup: limiter('address.signup', authLimits.sign_in_sign_ups),
      recover: limiter('address.recover', authLimits.sign_in_sign_ups),
      resend: limiter('address.resend', authLimits.sign_in_sign_ups),
      otp: limiter('address.otp', authLimits.sign_in_sign_ups),
      user: limiter('address.user', authLimits.sign_in_sign_ups),
      challenge: limiter('address.challenge', authLimits.factors),
      factor: limiter('address.factor', authLimits.factors),
      enroll: limiter('address.enroll', authLimits.factors),
      authorize: limiter('address.authorize', authLimits.sign_in_sign_ups),
    },
    refreshes: limiter('refreshes', authLimits.refreshes_of_account),
    signOuts: limiter('signOuts', authLimits.sign_outs),
    guesses: {
      password: {
        caller: limiter('guesses.password.caller', authLimits.passwords),
        range: limiter('guesses.password.range', authLimits.passwords_of_range),
        newRange: limiter('guesses.password.newRange', { burst: 1, refillMs: hour }),
        network: limiter('guesses.password.network', authLimits.passwords_of_network),
        allOfRange: limiter('guesses.password.allOfRange', authLimits.passwords_of_networks),
        account: limiter('guesses.password.account', authLimits.passwords_of_account),
        browser: limiter('guesses.password.browser', authLimits.passwords_of_browser),
        browsers: limiter('guesses.password.browsers', authLimits.passwords_of_browsers),
      },
      code: {
        caller: limiter('guesses.code.caller', authLimits.codes),
        range: limiter('guesses.code.range', authLimits.codes_of_range),
        account: limiter('guesses.code.account', authLimits.codes_of_account),
        ownNetworks: limiter('guesses.code.ownNetworks', authLimits.codes_of_own_networks),
        browser: limiter('guesses.code.browser', authLimits.codes_of_browser),
        browsers: limiter('guesses.code.browsers', authLimits.codes_of_browsers),
      },
      factor: {
        caller: limiter('guesses.factor.caller', authLimits.factor_codes),
        account: limiter('guesses.factor.account', authLimits.factor_codes_of_account),
        ownNetworks: limiter('guesses.factor.ownNetworks', authLimits.factor_codes_of_own_networks),
        browser: limiter('guesses.factor.browser', authLimits.factor_codes_of_browser),
        browsers: limiter('guesses.factor.browsers', authLimits.factor_codes_of_browsers),
      },
    },
    mails: {
      caller: limiter('mails.caller', authLimits.mails),
      callerOfRange: limiter('mails.callerOfRange', authLimits.mails_of_range),
      browser: limiter('mails.browser', authLimits.mails_of_browser),
      browsers: limiter('mails.browsers', authLimits.mails_of_browsers),
      first: limiter('mails.first', authLimits.first_mails),
      firstOfRange: limiter('mails.firstOfRange', authLimits.first_mails_of_range),
      strangers: limiter('mails.strangers', { burst: mailsPerHour, refillMs: hour / mailsPerHour }),
      mailbox: limiter('mails.mailbox', authLimits.mails_to_address),
    },
    mailsTo: limiter('mailsTo', { burst: 1, refillMs: mailInterval * 1000 }),
    mailIntervalMs: mailInterval * 1000,
  };
}
