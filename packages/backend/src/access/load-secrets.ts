import { randomBytes } from 'node:crypto';
import { type ApiKeys, generateApiKey, PUBLISHABLE_PREFIX, SECRET_PREFIX } from './api-keys.ts';
import type { SecretStore } from './secret-store.ts';
import { generateSigningKeys, type SigningKeys } from './signing-keys.ts';

export interface Secrets extends ApiKeys {
  signingKeys: SigningKeys;
  /** Keys the hashes of one-time codes, so that six-digit codes can't be guessed offline. */
  oneTimeTokenKey: string;
  /** Signs the tokens in signed URLs of stored files. */
  storageUrlKey: string;
}

export const SIGNING_KEYS = 'signing_keys';

/** The names of an installation's stored secrets. */
export const secretNames = [
  SIGNING_KEYS,
  'publishable_key',
  'secret_key',
  'one_time_token_key',
  'storage_url_key',
] as const;

type SecretName = (typeof secretNames)[number];

/** Uses the given keys as they are without storing them; generates and stores the rest once. */
export async function loadSecrets(
  kept: Pick<SecretStore, 'keep'>,
  given: Partial<ApiKeys> = {},
): Promise<Secrets> {
  const store = {
    async keep(name: SecretName, generate: () => string | Promise<string>) {
      const secret = await kept.keep(name, generate);
      if (secret.trim() === '') throw new SecretDamaged(name);
      return secret;
    },
  };
  const signingKeys = await store.keep(SIGNING_KEYS, async () =>
    JSON.stringify(await generateSigningKeys()),
  );
  return {
    publishableKey:
      given.publishableKey ??
      (await store.keep('publishable_key', () => generateApiKey(PUBLISHABLE_PREFIX))),
    secretKey:
      given.secretKey ?? (await store.keep('secret_key', () => generateApiKey(SECRET_PREFIX))),
    signingKeys: parseSigningKeys(signingKeys),
    oneTimeTokenKey: await store.keep('one_time_token_key', () =>
      randomBytes(32).toString('base64url'),
    ),
    storageUrlKey: await store.keep('storage_url_key', () => randomBytes(32).toString('base64url')),
  };
}

/** The signing keys stored right now: another process may have rotated them. */
export async function readSigningKeys(store: SecretStore): Promise<SigningKeys> {
  const kept = await store.read(SIGNING_KEYS);
  if (kept === null) throw new Error('The signing keys are gone from where they were kept');
  return parseSigningKeys(kept);
}

/** The value stored under that name is not a valid secret. */
class SecretDamaged extends Error {
  override readonly name = 'SecretDamaged';

  constructor(secret: string) {
    super(`The stored secret ${secret} is damaged; restore a backup or remove it for a new one`);
  }
}

export function parseSigningKeys(kept: string): SigningKeys {
  try {
    const parsed: SigningKeys = JSON.parse(kept);
    const isThere = parsed.keys.some(({ kid, kty }) => kid === parsed.current && kty !== undefined);
    if (isThere) return parsed;
  } catch {
    // Reported below, like any other invalid content.
  }
  throw new SecretDamaged(SIGNING_KEYS);
}
