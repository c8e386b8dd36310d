import { createHash } from 'node:crypto';

/** Whether a password is known from leaks of other sites. Rejects if the list is unavailable. */
export type FindLeakedPassword = (password: string) => Promise<boolean>;

const RANGES = 'https://api.pwnedpasswords.com/range/';

/** Milliseconds; a sign-up waits this long. */
const PATIENCE = 5_000;

/**
 * Have I Been Pwned's list. It receives the first five of the forty digits of the password's hash,
 * which hundreds of thousands of passwords share, and returns all hashes that start with them.
 */
export function createLeakedPasswordFinder(ranges: string = RANGES): FindLeakedPassword {
  return async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    const response = await fetch(ranges + digest.slice(0, 5), {
      // Otherwise the length of the response would reveal which part of the list was requested.
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) throw new Error(`The list of leaked passwords answered ${response.status}`);
    const lines = (await response.text()).split('\n').map((line) => line.trim().split(':'));
    return lines.some(([rest, count]) => rest === digest.slice(5) && Number(count) > 0);
  };
}
