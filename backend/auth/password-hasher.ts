import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createQueue } from './bounded-queue.ts';

/** OWASP's first choice for Argon2id; memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash holds 19 MiB while it runs, so few run at once and the rest wait their turn. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 200;

/** Argon2id in PHC strings, off the main thread. Every method throws QueueFull under a flood. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Without a stored hash, or with one of a kind that cannot be checked, the same work is done
   * against a hash that nothing matches: the time taken does not tell whether an account exists.
   */
  verify(stored: string | null | undefined, password: string): Promise<boolean>;
}

export function createPasswordHasher(): PasswordHasher {
  const run = createQueue(AT_ONCE, LONGEST_QUEUE);
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => run(() => hash(password, COST)),
    async verify(stored, password) {
      if (isSupportedHash(stored)) return run(() => verify(stored, password));
      decoy ??= run(() => hash(crypto.randomUUID(), COST));
      const unmatched = await decoy.catch((error) => {
        decoy = undefined;
        throw error;
      });
      await run(() => verify(unmatched, password));
      return false;
    },
  };
}

/** Accounts moved from elsewhere may hold bcrypt hashes, which no installed library can check. */
export function isSupportedHash(stored: string | null | undefined): stored is string {
  if (!stored?.startsWith('$argon2')) return false;
  try {
    parseOptions(stored);
    return true;
  } catch {
    return false;
  }
}
