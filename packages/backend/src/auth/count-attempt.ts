import { networkOf } from '../access/network-of.ts';
import { knownBrowser } from './browser.ts';
import type { Limiter } from './rate-limits.ts';
import type { AuthCall } from './services.ts';

export interface Attempt {
  /** Milliseconds to wait before it may be made; 0 admits it. */
  wait: number;
  /** It was right after all, and does not count. */
  forgive(): void;
}

/**
 * Counts a guess at a password or a mailed code. Guesses count against their caller; the account's
 * own limit, which strangers share, stops only what is spread over many callers, and never a browser
 * in which the address has signed in before (OWASP: device cookies).
 */
export function countAttempt(call: AuthCall, kind: 'password' | 'code', email: string): Attempt {
  const { browser, caller, account } = call.limits.guesses[kind];
  const known = knownBrowser(call, email);
  const steps: [Limiter, string][] = known
    ? [[browser, `${known} ${email}`]]
    : [
        [caller, `${networkOf(call.address)} ${email}`],
        [account, email],
      ];
  const taken: [Limiter, string][] = [];
  const forgive = () => {
    for (const [limiter, key] of taken.splice(0)) limiter.refund(key);
  };
  for (const [limiter, key] of steps) {
    const wait = limiter.take(key);
    if (wait > 0) {
      forgive();
      return { wait, forgive };
    }
    taken.push([limiter, key]);
  }
  return { wait: 0, forgive };
}
