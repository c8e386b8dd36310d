import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The two keys of a project. The publishable one may be seen by anybody, the secret one by no browser. */
export interface ApiKeys {
  publishableKey: string;
  secretKey: string;
}

/** The database role that a key alone means. */
export type KeyRole = 'anon' | 'service_role';

export const PUBLISHABLE_PREFIX = 'sb_publishable_';
export const SECRET_PREFIX = 'sb_secret_';

/** Longer than any key in use; nothing longer is hashed. */
const LONGEST_KEY = 512;

export function generateApiKey(prefix: typeof PUBLISHABLE_PREFIX | typeof SECRET_PREFIX): string {
  return prefix + randomBytes(24).toString('base64url');
}

/**
 * Returns the role that a presented key means, or null for a wrong one. Digests of equal length
 * are compared, so that neither length nor content shows in the time taken.
 */
export function createKeyMatcher(keys: ApiKeys): (presented: string) => KeyRole | null {
  const publishable = hash('sha256', keys.publishableKey, 'buffer');
  const secret = hash('sha256', keys.secretKey, 'buffer');
  return (presented) => {
    if (presented.length > LONGEST_KEY) return null;
    const digest = hash('sha256', presented, 'buffer');
    const isPublishable = timingSafeEqual(digest, publishable);
    const isSecret = timingSafeEqual(digest, secret);
    if (isSecret) return 'service_role';
    return isPublishable ? 'anon' : null;
  };
}
