/**
 * How often something may be done: every limit on actions that the shop itself enforces. The
 * numbers appear nowhere else; `docs/limits.md` is generated from them and also lists the limits of
 * the backend (`packages/backend/src/limits.ts`) and of the database, which apply even without the
 * shop. Limits on how much may go on at
 * once are defined where they are enforced: `http/bound-requests.ts`, `http/limit-connections.ts`,
 * `http/pace-refusals.ts`, `http/time-limits.ts` and `pages/create-pages.ts`. `RATE_LIMITS=off`
 * (loopback only, for load tests) turns off all but those on emails about messages and orders, on
 * views and on certificates.
 */
export interface RateLimit {
  /** What is counted. */
  what: string;
  /** Maximum count within the window. */
  count: number;
  /** Length of the window. */
  seconds: number;
  /**
   * What is counted separately. A network is an IPv4 address, or a /64 of IPv6; a range is the /24
   * or /48 around it, which gets four times as much if both are counted.
   */
  per: 'network' | 'network and range' | 'range' | 'browser or account' | 'order' | 'shop';
  why: string;
}

const minute = 60;
const hour = 60 * minute;
/** For both limits on unpaid orders, which are counted by one query. */
const unpaidWindow = 10 * minute;

/**
 * Calls of a function; each function is counted separately. Every row of the function table refers
 * to one of these.
 */
export const functionLimits = {
  shopping: {
    what: 'calls to each function used by checkout',
    count: 300,
    seconds: minute,
    per: 'network',
    why: 'Room for an office behind one address and for impatient clicking; none for a flood.',
  },
  orderMail: {
    what: 'requests to send an order’s emails',
    count: 150,
    seconds: minute,
    per: 'network',
    why: 'Called once for each order; each call may wait five seconds for the mail server.',
  },
  administration: {
    what: 'calls to each function that changes an order or lists pending work',
    count: 120,
    seconds: minute,
    per: 'network',
    why: 'Two a second: more than a person clicks, enough for a list worked through quickly.',
  },
  links: {
    what: 'calls to each function that opens an emailed link, or sends or withdraws one',
    count: 60,
    seconds: minute,
    per: 'network',
    why: 'Nobody guesses a token of 256 bits; this only limits the load on the database.',
  },
  heavy: {
    what: 'calls to each expensive function: reconciling, a data export, recovery codes',
    count: 10,
    seconds: minute,
    per: 'network',
    why: 'Each costs many queries or provider calls; people need one.',
  },
  account: {
    what: 'calls to each function that the account page makes when it opens',
    count: 120,
    seconds: minute,
    per: 'network',
    why: 'One cheap look-up each; a person opens the page now and then.',
  },
  guesses: {
    what: 'calls to each function that a guess could open: an order by number and address, a recovery code, deleting an account by password',
    count: 10,
    seconds: 15 * minute,
    per: 'network',
    why: 'Enough for a person who mistypes; a search of all possibilities takes longer than the code lives.',
  },
  codeChecks: {
    what: 'calls to check a code, refused ones included',
    count: 300,
    seconds: minute,
    per: 'network and range',
    why: 'Beyond the limits on look-ups nothing is looked up; this only bounds the work of refusing.',
  },
  reports: {
    what: 'reports of odd jars and codes',
    count: 10,
    seconds: hour,
    per: 'network and range',
    why: 'A person sends one; each may hold three pictures, which are re-encoded.',
  },
  invitations: {
    what: 'invitations of administrators',
    count: 30,
    seconds: hour,
    per: 'network',
    why: 'Each sends an email to an address that somebody typed.',
  },
  acceptances: {
    what: 'attempts to accept an invitation',
    count: 20,
    seconds: 15 * minute,
    per: 'network',
    why: 'Each hashes a password; a person needs one, and a few more for a password that is too weak.',
  },
} as const satisfies Record<string, RateLimit>;

/** Everything else. */
export const limits = {
  unknownDiscountCodes: {
    what: 'discount codes that do not exist',
    count: 10,
    seconds: 15 * minute,
    per: 'network and range',
    why: 'Enough for a person who mistypes; beyond it no code is looked up, right or wrong.',
  },
  lookupsPerMinute: {
    what: 'look-ups of a batch or unit code, by page, function or table',
    count: 20,
    seconds: minute,
    per: 'network and range',
    why: 'A customer holds a handful of bottles; a sweep of the codes would need millions of calls.',
  },
  lookupsPerHour: {
    what: 'look-ups of a batch or unit code',
    count: 100,
    seconds: hour,
    per: 'network and range',
    why: 'A retailer checks a delivery; a patient sweep is stopped too.',
  },
  lookupSurge: {
    what: 'look-ups of a batch code through the REST API, by everyone together; beyond that, each takes a second longer and is logged',
    count: 1_200,
    seconds: minute,
    per: 'shop',
    why: 'A sweep from many addresses. Its answers stay true: a genuine bottle is never called invalid.',
  },
  reportPicturesOfNetwork: {
    what: 'pictures in reports; beyond that, senders are asked to leave them out',
    count: 9,
    seconds: hour,
    per: 'network',
    why: 'Three reports with all three: a person sends one, and again with another picture.',
  },
  reportPicturesOfRange: {
    what: 'pictures in reports; beyond that, senders are asked to leave them out',
    count: 18,
    seconds: hour,
    per: 'range',
    why: 'Whoever has a whole range does not use up what everybody has.',
  },
  reportPictures: {
    what: 'pictures in reports of everybody together; beyond that, senders are asked to leave them out',
    count: 300,
    seconds: hour,
    per: 'shop',
    why: 'Pictures from many addresses must not fill the disk. It takes 17 ranges to use it up.',
  },
  unknownCheckedCodes: {
    what: 'checked codes that do not exist; beyond that, each such answer takes a second longer and the owner is told',
    count: 200,
    seconds: minute,
    per: 'shop',
    why: 'Somebody guesses from many addresses. No genuine jar is refused, and none is called unknown.',
  },
  searches: {
    what: 'searches, by the page or by the call',
    count: 300,
    seconds: minute,
    per: 'network',
    why: 'A search follows each pause in typing; room for several who type behind one address, none for a flood.',
  },
  messagesPerMinute: {
    what: 'messages through the contact form',
    count: 20,
    seconds: minute,
    per: 'network and range',
    why: 'Far more than a person writes.',
  },
  messagesPerHour: {
    what: 'messages through the contact form',
    count: 100,
    seconds: hour,
    per: 'network and range',
    why: 'One address cannot flood the team.',
  },
  contactMails: {
    what: 'emails to the team about messages, sent at once',
    count: 10,
    seconds: hour,
    per: 'shop',
    why: 'A flood from many addresses must not use up the mail provider’s allowance.',
  },
  contactMailPace: {
    what: 'further emails to the team; each covers all messages since the last',
    count: 1,
    seconds: 3 * minute,
    per: 'shop',
    why: 'The team learns of every message, however many there are.',
  },
  orderLinks: {
    what: 'emails with a link to an order',
    count: 3,
    seconds: hour,
    per: 'order',
    why: 'More about one order would only annoy its customer.',
  },
  resentMails: {
    what: 'copies of an email that an admin sends again',
    count: 1,
    seconds: minute,
    per: 'order',
    why: 'Impatient clicks count as one.',
  },
  unpaidOfNetwork: {
    what: 'orders started and not paid',
    count: 60,
    seconds: unpaidWindow,
    per: 'network',
    why: 'Strangers behind one address, an office for example; each paid order makes room again, and who has signed in or paid there before is not counted.',
  },
  unpaidOfBrowser: {
    what: 'orders started and not paid',
    count: 20,
    seconds: unpaidWindow,
    per: 'browser or account',
    why: 'One person tries every card and both ways of paying.',
  },
  ordersHoldingStock: {
    what: 'orders started and not paid that hold counted products for their customer',
    count: 3,
    /** How long the first of them can stay unpaid. All pending ones are counted, however old. */
    seconds: 31 * minute,
    per: 'browser or account',
    why: 'One person tries both ways of paying, and two carts. Senders without a cookie, as no browser is that came by the shop’s pages, count together by network.',
  },
  unpaidShare: {
    what: 'pieces of a counted product, or uses of a limited discount code, held by orders started and not paid; half of what is there, where that is more',
    count: 3,
    /** How long an order with a code can stay unpaid; an order that holds stock, half as long. */
    seconds: hour,
    per: 'range',
    why: 'What other ranges hold beyond three is taken off before the rest is halved: it takes 35 ranges to empty a shelf of 200, ten for one of 50 and for a code with 50 uses, five for one of 24. Each range may hold three, as long as there are any. Accounts that have never paid count with their range; who has paid before, from that browser or by that account, may hold half of what is there.',
  },
  paymentLooks: {
    what: 'questions to payment services about earlier payments, from checkouts, success pages and lists of recent orders; beyond that, a checkout that needs one is refused, and the others show what the shop knows',
    count: 120,
    seconds: minute,
    per: 'network and range',
    why: 'Shoppers have an earlier attempt or two. No network uses up what a payment service answers the whole shop.',
  },
  captures: {
    what: 'captures of one order’s payment, each of which asks the payment service',
    count: 20,
    seconds: minute,
    per: 'order',
    why: 'The page asks once, and again when its visitor comes back. By order, so that nobody’s neighbors keep a payment from being captured.',
  },
  refusals: {
    what: 'refusals by a limit that are sent at once; the others come a second later',
    count: 20,
    seconds: 10,
    per: 'network',
    why: 'Programs that ask again as soon as they are refused keep the process busy with refusing.',
  },
  failedWebhooks: {
    what: 'webhooks that turn out not to be signed by the payment service; beyond it only those up to 16 kB are read',
    count: 60,
    seconds: minute,
    per: 'network and range',
    why: 'Reading and checking large bodies keeps the process busy. Small ones are read from everybody, because anyone can have the service itself send events here that do not verify.',
  },
  webhookCertificates: {
    what: 'certificates fetched because a webhook names one that has signed none here yet',
    count: 60,
    seconds: minute,
    per: 'shop',
    why: 'A payment service changes its certificate once in a while; a sender that makes the shop fetch many is not that service. It takes thirty networks to use it up.',
  },
  knownCertificates: {
    what: 'times that a certificate is fetched that has signed a webhook here before, each certificate for itself',
    count: 10,
    seconds: minute,
    per: 'shop',
    why: 'Once after a restart, so that invented names do not keep the payment service’s own certificate out. More only while it cannot be fetched.',
  },
  failedCertificates: {
    what: 'fetched certificates that turned out not to be there, or to be none',
    count: 2,
    seconds: minute,
    per: 'network and range',
    why: 'Somebody who invents names leaves enough for the payment service after a restart, when none is known yet.',
  },
  accountMails: {
    what: 'emails to addresses without an account, and as many of changes of address, beyond the first two of each network (`email_sent`)',
    count: 30,
    seconds: hour,
    per: 'shop',
    why: 'Sign-ups with other people’s addresses must not use up the mail provider’s allowance, nor what customers need.',
  },
} as const satisfies Record<string, RateLimit>;
