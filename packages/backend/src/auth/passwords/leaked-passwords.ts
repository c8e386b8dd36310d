import { createHash } from 'node:crypto';

/** Whether a password is known from other sites' leaks. Rejects when the list is unavailable. */
export type FindLeakedPassword = (password: string) => Promise<boolean>;

const RANGES = 'https://api.pwnedpasswords.com/range/';

/** Milliseconds; a sign-up waits for this. */
const PATIENCE = 5_000;

/**
 * Have I Been Pwned's list. It learns the first five of forty digits of the password's hash, which
 * hundreds of thousands of passwords share, and answers with all that begin so.
 */
export function createLeakedPasswordFinder(ranges: string = RANGES): FindLeakedPassword {
  return async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    const response = await fetch(ranges + digest.slice(0, 5), {
      // Without it the length of the answer would tell which list was asked for.
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) throw new Error(`The list of leaked passwords answered ${response.status}`);
    const lines = (await response.text()).split('\n').map((line) => line.trim().split(':'));
    return lines.some(([rest, count]) => rest === digest.slice(5) && Number(count) > 0);
  };
}
