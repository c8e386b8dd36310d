import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** The only algorithm used to sign tokens, and the only one accepted. */
export const SIGNING_ALGORITHM = 'ES256';

/**
 * A project's signing keys as stored: JWKs with their `kid`. New tokens are signed with `current`;
 * tokens signed with any of `keys` are accepted, and all are published, so rotating a key signs
 * nobody out.
 */
export interface SigningKeys {
  current: string;
  /** Private keys; for retired ones only the public part. */
  keys: JWK[];
  /** The next key to be used, published early so that every verifier knows it by then. */
  standby?: string;
  /** Tokens signed with these are refused. */
  revoked?: readonly RevokedKey[];
}

export interface RevokedKey {
  kid: string;
  /** ISO timestamp. */
  at: string;
}

export type KeyState = 'standby' | 'in use' | 'previously used' | 'revoked';

export async function generateSigningKeys(): Promise<SigningKeys> {
  const [current, standby] = [await generateKey(), await generateKey()];
  return { current: current.kid, standby: standby.kid, keys: [current, standby] };
}

/** Makes the standby key current and adds a new standby; tokens signed with the old key stay valid. */
export async function rotateSigningKeys(keys: SigningKeys): Promise<SigningKeys> {
  const next = keys.keys.find(({ kid }) => kid === keys.standby) ?? (await generateKey());
  const standby = await generateKey();
  const before = keys.keys.filter(({ kid }) => kid !== next.kid).map(toPublicJwk);
  return {
    ...keys,
    current: kidOf(next),
    standby: standby.kid,
    keys: [next, standby, ...before],
  };
}

/** Revokes a key: its tokens are refused from now on. Returns null for a key in use or unknown. */
export function revokeSigningKey(keys: SigningKeys, kid: string, at: Date): SigningKeys | null {
  const isThere = keys.keys.some((key) => key.kid === kid);
  if (!isThere || kid === keys.current) return null;
  const { standby, ...kept } = keys;
  return {
    ...kept,
    ...(standby !== undefined && standby !== kid && { standby }),
    keys: keys.keys.filter((key) => key.kid !== kid),
    revoked: [...(keys.revoked ?? []), { kid, at: at.toISOString() }],
  };
}

export function listSigningKeys(keys: SigningKeys): { kid: string; state: KeyState }[] {
  const live = keys.keys.map((key) => ({ kid: kidOf(key), state: stateOf(keys, kidOf(key)) }));
  const revoked = (keys.revoked ?? []).map(({ kid }) => ({ kid, state: 'revoked' as const }));
  return [...live, ...revoked];
}

/** The public part of a key (RFC 7517). */
export function toPublicJwk({ kty, crv, x, y, kid }: JWK): JWK {
  return {
    kty,
    crv,
    x,
    y,
    kid,
    alg: SIGNING_ALGORITHM,
    use: 'sig',
    key_ops: ['verify'],
    ext: true,
  };
}

export function kidOf(key: JWK): string {
  if (!key.kid) throw new Error('A stored signing key has no kid');
  return key.kid;
}

function stateOf({ current, standby }: SigningKeys, kid: string): KeyState {
  if (kid === current) return 'in use';
  return kid === standby ? 'standby' : 'previously used';
}

async function generateKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: SIGNING_ALGORITHM };
}
