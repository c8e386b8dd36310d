import { networkOf, rangeOf } from '../../access/network-of.ts';
import type { AuthCall } from '../services.ts';
import { knownBrowser } from '../sessions/browser.ts';
import { listSessionAddresses } from '../sessions/sessions.ts';
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
export async function countAttempt(
  call: AuthCall,
  kind: 'password' | 'code',
  email: string,
): Promise<Attempt> {
  const taken: [Limiter, string][] = [];
  const take = async (limiter: Limiter, key: string): Promise<number> => {
    const wait = await limiter.take(key, call.database);
    if (wait === 0) taken.push([limiter, key]);
    return wait;
  };
  const forgive = async () => {
    for (const [limiter, key] of taken.splice(0)) await limiter.refund(key, call.database);
  };
  const wait = await takeAll(call, kind, email, take);
  if (wait > 0) await forgive();
  return { wait, forgive };
}

async function takeAll(
  call: AuthCall,
  kind: 'password' | 'code',
  email: string,
  take: (limiter: Limiter, key: string) => Promise<number>,
): Promise<number> {
  const { password, code } = call.limits.guesses;
  const { browser, caller } = call.limits.guesses[kind];
  const known = knownBrowser(call, email);
  if (known) return take(browser, `${known} ${email}`);
  const network = networkOf(call.address);
  const wait = await take(caller, `${network} ${email}`);
  if (wait > 0) return wait;
  if (kind === 'code') {
    return take(
      (await isOwnNetwork(call, network, email)) ? code.ownNetworks : code.account,
      email,
    );
  }
  const range = `${rangeOf(call.address)} ${email}`;
  const rangeWait = (await take(password.range, range)) || (await take(password.network, network));
  if (rangeWait > 0) return rangeWait;
  return (await take(password.newRange, range)) > 0 ? 0 : take(password.account, email);
}

/** Whether the account is signed in from there: its share is out of strangers' reach. */
async function isOwnNetwork(call: AuthCall, network: string, email: string): Promise<boolean> {
  const addresses = await listSessionAddresses(call.database, email);
  return addresses.some((address) => networkOf(address) === network);
}
