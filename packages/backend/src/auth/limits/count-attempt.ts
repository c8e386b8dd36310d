import { networkOf, rangeOf } from '../../access/network-of.ts';
import { type AuthCall, isLimited } from '../services.ts';
import { knownBrowser, secondStepOf } from '../sessions/browser.ts';
import { listRaisedAddresses, listSessionAddresses } from '../sessions/sessions.ts';
import type { Limiter } from './limiter.ts';

export interface Attempt {
  /** Milliseconds to wait before it may be made; 0 admits it. */
  wait: number;
  /** It was right after all, and does not count. */
  forgive(): Promise<void>;
}

/**
 * Counts a guess at a password or an emailed code. Guesses count against their caller, and never in
 * a browser in which the address has signed in before (OWASP: device cookies). What is spread over
 * many callers is bounded too: passwords by so many of them that a handful lock nobody out, codes,
 * which are short, by number, with a share for the networks in which the account is signed in.
 */
export function countAttempt(
  call: AuthCall,
  kind: 'password' | 'code',
  email: string,
): Promise<Attempt> {
  const spent = kind === 'password' ? networkShares(call, email) : [];
  return countWith(call, (take) => takeGuess(call, kind, email, take), spent);
}

/** What a limit counts by a key. */
type Share = readonly [Limiter, string];

/**
 * What a wrong password at any account takes from its network. `limitTokenCalls` takes it before
 * anything else, and an attempt that turns out right gives it back.
 */
export function networkShares(call: AuthCall, email: string): readonly Share[] {
  if (!isLimited(call) || knownBrowser(call, email)) return [];
  return [[call.limits.guesses.password.network, networkOf(call.address)]];
}

/** Takes one of each, or none: then the answer is the milliseconds to wait. */
export async function takeAll(call: AuthCall, shares: readonly Share[]): Promise<number> {
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
 * Counts a guess at the code of a second factor. Whoever makes one has the password: only where a
 * session has shown the factor are browser and network taken for the owner's.
 */
export function countFactorAttempt(
  call: AuthCall,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<Attempt> {
  const { browser, caller, account, ownNetworks } = call.limits.guesses.factor;
  return countWith(call, async (take) => {
    const known = knownBrowser(call, secondStepOf(userId));
    if (known) return take(browser, `${known} ${factorId}`);
    const network = networkOf(call.address);
    const wait = await take(caller, `${network} ${factorId}`);
    if (wait > 0) return wait;
    const isOwn = includesNetwork(await listRaisedAddresses(call.database, userId), network);
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
  const { password, code } = call.limits.guesses;
  const { browser, caller } = call.limits.guesses[kind];
  const known = knownBrowser(call, email);
  if (known) return take(browser, `${known} ${email}`);
  const network = networkOf(call.address);
  const wait = await take(caller, `${network} ${email}`);
  if (wait > 0) return wait;
  if (kind === 'code') {
    // Where the account is signed in: its share is out of strangers' reach.
    const isOwn = includesNetwork(await listSessionAddresses(call.database, email), network);
    return take(isOwn ? code.ownNetworks : code.account, email);
  }
  const range = `${rangeOf(call.address)} ${email}`;
  const rangeWait = await take(password.range, range);
  if (rangeWait > 0) return rangeWait;
  return (await take(password.newRange, range)) > 0 ? 0 : take(password.account, email);
}

const includesNetwork = (addresses: readonly string[], network: string): boolean =>
  addresses.some((address) => networkOf(address) === network);
