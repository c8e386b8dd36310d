import { networkOf, rangeOf } from '../../access/network-of.ts';
import { type AuthCall, isLimited } from '../services.ts';
import { knownBrowser, secondStepOf } from '../sessions/browser.ts';
import { listElevatedSessionIps, listSessionAddresses } from '../sessions/sessions.ts';
import type { GuessLimits } from './auth-limiters.ts';
import type { Limiter } from './limiter.ts';

export interface Attempt {
  /** Milliseconds to wait before it may be made; 0 allows it. */
  wait: number;
  /** Uncounts the attempt, which turned out to be right. */
  forgive(): Promise<void>;
}

/**
 * Counts a guess at a password or an emailed code. Guesses count against their caller, but in a
 * browser the address has signed in from only against that browser (OWASP: device cookies), as long
 * as all such browsers together make few. Guesses spread over many callers are bounded too: passwords by the number of network ranges, high enough
 * that a handful of callers cannot lock anyone out; codes, which are short, by the number of
 * guesses, with a separate share for networks where the account is signed in.
 */
export function countAttempt(
  call: AuthCall,
  kind: 'password' | 'code',
  email: string,
): Promise<Attempt> {
  const spent = kind === 'password' ? networkShares(call, email) : [];
  return countWith(call, (take) => takeGuess(call, kind, email, take), spent);
}

/** A limiter and the key to count. */
export type Share = readonly [Limiter, string];

/**
 * The shares of the network and its range that a wrong password at any account uses up.
 * `limitTokenCalls` takes them before anything else; a correct password gives them back.
 */
export function networkShares(call: AuthCall, email: string): readonly Share[] {
  if (!isLimited(call) || knownBrowser(call, email)) return [];
  const { network, allOfRange } = call.limits.guesses.password;
  return [
    [network, networkOf(call.address)],
    [allOfRange, rangeOf(call.address)],
  ];
}

/** Takes one of each or none at all, and then returns the milliseconds to wait. */
export async function consumeShares(call: AuthCall, shares: readonly Share[]): Promise<number> {
  const attempt = await countWith(call, async (take) => {
    for (const [limiter, key] of shares) {
      const wait = await take(limiter, key);
      if (wait > 0) return wait;
    }
    return 0;
  });
  return attempt.wait;
}

/**
 * Counts a guess at a second factor's code. Whoever makes one already knows the password, so a
 * browser or network counts as the owner's only if a session has passed the factor there.
 */
export function countFactorAttempt(
  call: AuthCall,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<Attempt> {
  const { caller, account, ownNetworks } = call.limits.guesses.factor;
  return countWith(call, async (take) => {
    const known = knownBrowser(call, secondStepOf(userId));
    if (known) {
      const wait = await takeKnown(call.limits.guesses.factor, known, factorId, take);
      if (wait !== null) return wait;
    }
    const network = networkOf(call.address);
    const wait = await take(caller, `${network} ${factorId}`);
    if (wait > 0) return wait;
    const isOwn = includesNetwork(await listElevatedSessionIps(call.database, userId), network);
    return take(isOwn ? ownNetworks : account, factorId);
  });
}

type Take = (limiter: Limiter, key: string) => Promise<number>;

async function countWith(
  call: AuthCall,
  takeFrom: (take: Take) => Promise<number>,
  spent: readonly Share[] = [],
): Promise<Attempt> {
  const taken: Share[] = [...spent];
  const take: Take = async (limiter, key) => {
    const wait = await limiter.take(key, call.database);
    if (wait === 0) taken.push([limiter, key]);
    return wait;
  };
  const forgive = async () => {
    for (const [limiter, key] of taken.splice(0)) await limiter.refund(key, call.database);
  };
  const wait = await takeFrom(take);
  if (wait > 0) await forgive();
  return { wait, forgive };
}

async function takeGuess(
  call: AuthCall,
  kind: 'password' | 'code',
  email: string,
  take: Take,
): Promise<number> {
  const known = knownBrowser(call, email);
  if (known) {
    const wait = await takeKnown(call.limits.guesses[kind], known, email, take);
    if (wait !== null) return wait;
  }
  return kind === 'code' ? takeCode(call, email, take) : takePassword(call, email, take);
}

/**
 * Counts a guess in a known browser. Null if it counts like any other's: whoever has a session or
 * the password once can mark any number of browsers as known, and they stay so.
 */
async function takeKnown(
  { browser, browsers }: GuessLimits,
  known: string,
  key: string,
  take: Take,
): Promise<number | null> {
  const wait = await take(browser, `${known} ${key}`);
  if (wait > 0) return wait;
  return (await take(browsers, key)) > 0 ? null : 0;
}

async function takeCode(call: AuthCall, email: string, take: Take): Promise<number> {
  const { account, caller, ownNetworks, range } = call.limits.guesses.code;
  const network = networkOf(call.address);
  const own = `${network} ${email}`;
  // The account is signed in on this network, whose share strangers cannot use up.
  const isOwn = includesNetwork(await listSessionAddresses(call.database, email), network);
  if (isOwn) return (await take(caller, own)) || take(ownNetworks, email);
  // The range comes first: one that invents addresses would otherwise push others' counts out of
  // memory.
  return (
    (await take(range, rangeOf(call.address))) || (await take(caller, own)) || take(account, email)
  );
}

async function takePassword(call: AuthCall, email: string, take: Take): Promise<number> {
  const { account, caller, newRange, range } = call.limits.guesses.password;
  const key = `${rangeOf(call.address)} ${email}`;
  const wait =
    (await take(caller, `${networkOf(call.address)} ${email}`)) || (await take(range, key));
  if (wait > 0) return wait;
  return (await take(newRange, key)) > 0 ? 0 : take(account, email);
}

const includesNetwork = (addresses: readonly string[], network: string): boolean =>
  addresses.some((address) => networkOf(address) === network);
