/**
 * How often something may be done: every rate limit that the shop itself enforces. The numbers stand
 * here and nowhere else; `docs/limits.md` is drawn from them and names those of the backend and the
 * database, which would hold without the shop. `RATE_LIMITS=off` (loopback only, for load tests)
 * switches off all but the limits on mail.
 */
export interface RateLimit {
  /** What is counted. */
  what: string;
  /** So many, */
  count: number;
  /** in so many seconds, */
  seconds: number;
  /** for each of these. A network is an IPv4 address, or 64 bits of IPv6. */
  per: 'network' | 'browser or account' | 'shop';
  why: string;
}

const minute = 60;
const hour = 60 * minute;
/** Of both limits on unpaid orders: one query counts them. */
const unpaidWindow = 10 * minute;

/** Calls of a function; each function counts for itself. Every row of the function table names one. */
export const functionLimits = {
  shopping: {
    what: 'calls of each function that a checkout is made of',
    count: 300,
    seconds: minute,
    per: 'network',
    why: 'Room for an office behind one address and for impatient clicking; none for a flood.',
  },
  orderMail: {
    what: 'requests to see an order’s mails off',
    count: 150,
    seconds: minute,
    per: 'network',
    why: 'Asked once for each order, and each may wait five seconds for the mail server.',
  },
  administration: {
    what: 'calls of each function that changes an order or lists what there is to do',
    count: 120,
    seconds: minute,
    per: 'network',
    why: 'Two a second: more than a person clicks, enough for a list worked through quickly.',
  },
  links: {
    what: 'calls of each function that opens a mailed link, or sends or withdraws something mailed',
    count: 60,
    seconds: minute,
    per: 'network',
    why: 'Nobody guesses a token of 256 bits; this only keeps the database from being asked all day.',
  },
  heavy: {
    what: 'calls of each function that does much work: reconciling, a data export, recovery codes',
    count: 10,
    seconds: minute,
    per: 'network',
    why: 'Each costs many queries or calls of a provider; people need one.',
  },
  guesses: {
    what: 'calls of each function that a guess could open: an order by number and address, a recovery code, deleting an account by password',
    count: 10,
    seconds: 15 * minute,
    per: 'network',
    why: 'Enough for a person who mistypes; a search of all possibilities takes longer than the code lives.',
  },
  invitations: {
    what: 'invitations of administrators',
    count: 30,
    seconds: hour,
    per: 'network',
    why: 'Each is a mail to an address that somebody typed.',
  },
  acceptances: {
    what: 'tries to accept an invitation',
    count: 20,
    seconds: 15 * minute,
    per: 'network',
    why: 'Each hashes a password; a person needs one, and a few more for a password that is too weak.',
  },
} as const satisfies Record<string, RateLimit>;

/** Everything else. */
export const limits = {
  lookupsPerMinute: {
    what: 'look-ups of a batch code, however the address is spelled',
    count: 20,
    seconds: minute,
    per: 'network',
    why: 'A customer holds a handful of bottles; a sweep of the codes would need millions of calls.',
  },
  lookupsPerHour: {
    what: 'look-ups of a batch code',
    count: 100,
    seconds: hour,
    per: 'network',
    why: 'A retailer checks a delivery; a patient sweep is stopped too.',
  },
  lookupSurge: {
    what: 'look-ups of a batch code by everybody together; beyond it each takes a second longer and the log is told',
    count: 1_200,
    seconds: minute,
    per: 'shop',
    why: 'A sweep from many addresses. Its answers stay true: a genuine bottle is never called invalid.',
  },
  messagesPerMinute: {
    what: 'messages by the contact form',
    count: 20,
    seconds: minute,
    per: 'network',
    why: 'Far more than a person writes.',
  },
  messagesPerHour: {
    what: 'messages by the contact form',
    count: 100,
    seconds: hour,
    per: 'network',
    why: 'One address cannot flood the team.',
  },
  contactMails: {
    what: 'mails to the team about messages that go out at once',
    count: 10,
    seconds: hour,
    per: 'shop',
    why: 'A flood from many addresses must not use up what the mail provider allows.',
  },
  contactMailPace: {
    what: 'mails to the team beyond those; each tells of all that came meanwhile',
    count: 1,
    seconds: 3 * minute,
    per: 'shop',
    why: 'No message is ever kept from the team, however many there are.',
  },
  unpaidOfNetwork: {
    what: 'orders that are started and not paid',
    count: 60,
    seconds: unpaidWindow,
    per: 'network',
    why: 'Strangers behind one address, an office for example; each paid order makes room again, and who has signed in or paid there before is not counted.',
  },
  unpaidOfBrowser: {
    what: 'orders that are started and not paid',
    count: 20,
    seconds: unpaidWindow,
    per: 'browser or account',
    why: 'One person tries every card and both ways of paying.',
  },
  webhookCertificates: {
    what: 'certificates fetched because a webhook names one that is not known',
    count: 10,
    seconds: minute,
    per: 'shop',
    why: 'PayPal changes its certificate once in a while; whoever makes the shop fetch many is not PayPal.',
  },
  accountMails: {
    what: 'mails to addresses without an account, beyond the first two of each network (`email_sent`)',
    count: 30,
    seconds: hour,
    per: 'shop',
    why: 'Sign-ups with other people’s addresses must not use up what the mail provider allows.',
  },
} as const satisfies Record<string, RateLimit>;
