import type { Limit } from './auth/limits/limiter.ts';

/**
 * Every rate limit that the backend enforces, with its reason. The shop's own are in
 * `server/limits.ts`; `docs/limits.md` is generated from both.
 */

/** Milliseconds. */
const minute = 60_000;
const hour = 60 * minute;

/** A limit and its text for the page about limits. */
export interface DescribedLimit extends Limit {
  what: string;
  per: string;
  why: string;
}

const gotrue = 'A hosted project’s default.';
const slowGuessing = 'Nobody is locked out, and guessing takes years.';
const anyBrowsers =
  'Each sign-in makes another such browser. Beyond this they count like any other.';
const sixDigits = 'Six digits, good for an hour.';

/** All limits on accounts; those in `[auth.rate_limit]` of a project's `config.toml` have its names. */
export const authLimits = {
  sign_in_sign_ups: {
    what: 'sign-ups, recoveries, resent and emailed codes, changes of an account, sign-ins elsewhere: each for itself',
    burst: 30,
    refillMs: (5 * minute) / 30,
    per: 'network',
    why: gotrue,
  },
  token_verifications: {
    what: 'links and codes that are shown',
    burst: 30,
    refillMs: (5 * minute) / 30,
    per: 'network',
    why: gotrue,
  },
  sign_ins: {
    what: 'sign-ins of each grant',
    burst: 30,
    refillMs: (5 * minute) / 150,
    per: 'network; of passwords, network and account, and browsers in which it has signed in apart',
    why: 'Strangers behind one address do not use up what its customers need.',
  },
  token_refresh: {
    what: 'refreshes',
    burst: 150,
    refillMs: (5 * minute) / 150,
    per: 'session; of tokens that belong to none, network',
    why: 'A hosted project’s default. Invented tokens keep nobody from staying signed in.',
  },
  refreshes_of_account: {
    what: 'refreshes',
    burst: 300,
    refillMs: (5 * minute) / 150,
    per: 'account; of sessions that have shown a second factor apart',
    why: 'Each leaves a token for a day: many sessions give no more than one.',
  },
  anonymous_users: {
    what: 'accounts without an address',
    burst: 30,
    refillMs: hour / 30,
    per: 'network',
    why: gotrue,
  },
  sign_outs: {
    what: 'sign-outs',
    burst: 30,
    refillMs: (5 * minute) / 30,
    per: 'session',
    why: 'Each is written down, and one session may end the others again and again.',
  },
  factors: {
    what: 'codes of second factors, questions for one, and factors added or removed: each for itself',
    burst: 30,
    refillMs: minute / 15,
    per: 'network',
    why: gotrue,
  },
  factor_codes: {
    what: 'wrong codes of a second factor',
    burst: 5,
    refillMs: 2 * minute,
    per: 'network and factor',
    why: 'A code of six digits changes every 30 seconds.',
  },
  factor_codes_of_account: {
    what: 'wrong codes of a second factor',
    burst: 20,
    refillMs: 75_000,
    per: 'factor, but for browsers and networks in which a session has shown it',
    why: 'Whoever knows the password guesses no faster from many networks.',
  },
  factor_codes_of_own_networks: {
    what: 'wrong codes of a second factor',
    burst: 10,
    refillMs: 10 * minute,
    per: 'factor, from all networks in which a session has shown it',
    why: 'Who guesses from elsewhere does not use up what the owner needs.',
  },
  factor_codes_of_browser: {
    what: 'wrong codes of a second factor',
    burst: 10,
    refillMs: 10 * minute,
    per: 'factor and browser in which a session has shown it',
    why: 'As many guesses in an hour from everywhere together as one factor had before: about sixty.',
  },
  factor_codes_of_browsers: {
    what: 'wrong codes of a second factor',
    burst: 20,
    refillMs: 5 * minute,
    per: 'factor, from all browsers in which a session has shown it',
    why: anyBrowsers,
  },
  passwords: {
    what: 'wrong passwords',
    burst: 10,
    refillMs: hour / 10,
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
  passwords_of_networks: {
    what: 'wrong passwords',
    burst: 1_200,
    refillMs: 500,
    per: 'range, but for browsers in which the address has signed in',
    why: 'Four times what a network has. A range that invents addresses pushes no count out of the memory of the embedded database.',
  },
  passwords_of_account: {
    what: 'ranges from which wrong passwords come',
    burst: 100,
    refillMs: hour / 100,
    per: 'account, but for browsers in which it has signed in',
    why: 'A count of wrong passwords would let ten callers lock the owner out of new browsers. A botnet is bounded, and the 10,000 passwords that it would try first are refused at sign-up.',
  },
  passwords_of_browser: {
    what: 'wrong passwords',
    burst: 20,
    refillMs: (5 * minute) / 20,
    per: 'account and browser in which it has signed in',
    why: 'Who owns the account is never kept out by who guesses at it.',
  },
  passwords_of_browsers: {
    what: 'wrong passwords',
    burst: 60,
    refillMs: hour / 60,
    per: 'account, from all browsers in which it has signed in',
    why: anyBrowsers,
  },
  codes: {
    what: 'wrong emailed codes',
    burst: 5,
    refillMs: hour / 10,
    per: 'network and account',
    why: sixDigits,
  },
  codes_of_range: {
    what: 'wrong emailed codes',
    burst: 120,
    refillMs: 2_500,
    per: 'range, but for browsers in which the address has signed in and networks in which it is signed in',
    why: 'As with passwords: four times the links and codes of a network.',
  },
  codes_of_account: {
    what: 'wrong emailed codes',
    burst: 40,
    refillMs: hour / 40,
    per: 'account, but for browsers in which it has signed in and networks in which it is signed in',
    why: 'Six digits, good for an hour. The link in the same email is not counted.',
  },
  codes_of_own_networks: {
    what: 'wrong emailed codes',
    burst: 10,
    refillMs: hour / 10,
    per: 'account, from all networks in which it is signed in',
    why: 'Who guesses from elsewhere does not use up what the owner needs. Together with the former a hundred tries in the hour that a code lives.',
  },
  codes_of_browser: {
    what: 'wrong emailed codes',
    burst: 10,
    refillMs: hour / 10,
    per: 'account and browser in which it has signed in',
    why: sixDigits,
  },
  codes_of_browsers: {
    what: 'wrong emailed codes',
    burst: 20,
    refillMs: hour / 20,
    per: 'account, from all browsers in which it has signed in',
    why: anyBrowsers,
  },
  mails: {
    what: 'emails requested',
    burst: 20,
    refillMs: hour / 20,
    per: 'network',
    why: 'Nobody sends email to many people in the shop’s name.',
  },
  mails_of_range: {
    what: 'emails requested; those to addresses without an account, those of changes of address, and all others apart',
    burst: 80,
    refillMs: hour / 80,
    per: 'range of addresses that one subscriber may have: /24 of IPv4, /48 of IPv6',
    why: 'Four times what a network has: whoever has thousands of networks sends no more.',
  },
  mails_of_browser: {
    what: 'emails requested',
    burst: 10,
    refillMs: hour / 10,
    per: 'browser in which the address has signed in',
    why: 'The owner of an account gets an email while others use up its network’s share.',
  },
  mails_of_browsers: {
    what: 'emails requested',
    burst: 20,
    refillMs: hour / 20,
    per: 'address that receives them, from all browsers in which it has signed in',
    why: anyBrowsers,
  },
  first_mails: {
    what: 'emails to addresses without an account, and apart from them those of changes of address, that `email_sent` does not count',
    burst: 2,
    refillMs: hour / 2,
    per: 'network',
    why: 'A new customer signs up, and a customer changes the address, while a flood has used up the share of all.',
  },
  first_mails_of_range: {
    what: 'emails to addresses without an account, and apart from them those of changes of address, that `email_sent` does not count',
    burst: 10,
    refillMs: hour / 10,
    per: 'range of addresses that one subscriber may have: /24 of IPv4, /48 of IPv6',
    why: 'Whoever has thousands of networks sends no email from each of them.',
  },
  mails_to_address: {
    what: 'emails requested from anywhere but such a browser',
    burst: 6,
    refillMs: hour / 6,
    per: 'address that receives them; those for a new password, and those of other accounts that ask for the address, and those that its own account asks for while signed in, apart',
    why: 'Nobody fills somebody else’s mailbox.',
  },
} as const satisfies Record<string, DescribedLimit>;

export interface LaneLimits {
  /** Calls per minute from one network. */
  callsPerMinute: number;
  /** Concurrent calls from one network; further ones wait. */
  running: number;
  /** Calls from one network that may wait. */
  waiting: number;
}

/** Far more calls than the people behind one address make; a bound for programs. */
export const callerLimits = {
  /** Calls of `/rest/v1` and `/auth/v1`. */
  calls: { callsPerMinute: 1_200, running: 8, waiting: 100 },
  /** Calls of `/storage/v1`, and uploads to it. */
  files: { callsPerMinute: 3_000, running: 16, waiting: 300 },
  uploads: { callsPerMinute: 240, running: 6, waiting: 20 },
} as const satisfies Record<string, LaneLimits>;

/** How much a long call counts. */
export const callWeights = {
  /** Parsing blocks the one thread that serves everybody. */
  bytesPerCall: 8 * 1024,
  /** Counted for a body without Content-Length, as some proxies send it. */
  unannouncedBytes: 64 * 1024,
  /** Building and sending a large response also costs time: a page of a shop's list counts as a few calls. */
  answerBytesPerCall: 64 * 1024,
  /** Eight of the heaviest are still answered within a minute. */
  heaviest: 150,
} as const;
