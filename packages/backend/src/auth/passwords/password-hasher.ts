import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createFairQueue } from '../../fair-queue.ts';

/** OWASP's first choice for Argon2id; memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash uses 19 MiB while it runs, so only a few run at once and the rest wait. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 200;

/**
 * Argon2id in PHC strings, off the main thread, with callers taking turns. Every method throws
 * QueueFull under a flood.
 */
export interface PasswordHasher {
  hash(password: string, caller?: string): Promise<string>;
  /**
   * Without a stored hash, or with an unsupported one, does the same work on a hash that matches
   * nothing, so that timing does not reveal whether the account exists.
   */
  verify(stored: string | null | undefined, password: string, caller?: string): Promise<boolean>;
}

export function createPasswordHasher(): PasswordHasher {
  const run = createFairQueue({ atOnce: AT_ONCE, longest: LONGEST_QUEUE });
  let decoy: Promise<string> | undefined;
  return {
    hash: (password, caller) => run(() => hash(password, COST), caller),
    async verify(stored, password, caller) {
      if (stored && isBcryptHash(stored)) return run(() => verifyBcrypt(stored, password), caller);
      if (isSupportedHash(stored)) return run(() => verify(stored, password), caller);
      decoy ??= run(() => hash(crypto.randomUUID(), COST));
      const unmatched = await decoy.catch((error) => {
        decoy = undefined;
        throw error;
      });
      await run(() => verify(unmatched, password), caller);
      return false;
    },
  };
}

/**
 * Bcrypt hashes as written by `crypt(…, gen_salt('bf'))` and hosted projects. Above this cost, one
 * check would take seconds.
 */
const BCRYPT = /^\$2[aby]?\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** Bcrypt hashes are still accepted, and replaced at the next sign-in. */
export function isBcryptHash(stored: string | null | undefined): boolean {
  return BCRYPT.test(stored ?? '');
}

async function verifyBcrypt(stored: string, password: string): Promise<boolean> {
  const { compare } = await import('bcryptjs');
  return compare(password, stored);
}

export function isSupportedHash(stored: string | null | undefined): stored is string {
  if (!stored) return false;
  if (isBcryptHash(stored)) return true;
  if (!stored.startsWith('$argon2')) return false;
  try {
    parseOptions(stored);
    return true;
  } catch {
    return false;
  }
}
