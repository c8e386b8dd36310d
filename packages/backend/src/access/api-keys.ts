import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A project's two keys. The publishable one is public; the secret one must never reach a browser. */
export interface ApiKeys {
  publishableKey: string;
  secretKey: string;
}

/** The database role that a key grants when no user token comes with it. */
export type KeyRole = 'anon' | 'service_role';

export const PUBLISHABLE_PREFIX = 'sb_publishable_';
export const SECRET_PREFIX = 'sb_secret_';

/** Longer than any real key; anything longer is refused without hashing it. */
const LONGEST_KEY = 512;

export function generateApiKey(prefix: typeof PUBLISHABLE_PREFIX | typeof SECRET_PREFIX): string {
  return prefix + randomBytes(24).toString('base64url');
}

/**
 * Returns the role of a presented key, or null for a wrong one. Compares digests of equal length,
 * so that timing reveals neither length nor content.
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
