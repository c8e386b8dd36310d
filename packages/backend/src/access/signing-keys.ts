import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** The only algorithm tokens are signed and accepted with. */
export const SIGNING_ALGORITHM = 'ES256';

/**
 * The keys of a project as they are stored, JWKs with their `kid`. New tokens are signed with
 * `current`, which is in use; tokens signed with any of `keys` are accepted and all are published,
 * so a key can be replaced without signing anybody out.
 */
export interface SigningKeys {
  current: string;
  /** Private keys; of those that were used before, only the public part. */
  keys: JWK[];
  /** The next one to be used, published early so that everybody knows it by then. */
  standby?: string;
  /** Tokens of these are refused. */
  revoked?: readonly RevokedKey[];
}

export interface RevokedKey {
  kid: string;
  /** ISO moment. */
  at: string;
}

export type KeyState = 'standby' | 'in use' | 'previously used' | 'revoked';

export async function generateSigningKeys(): Promise<SigningKeys> {
  const [current, standby] = [await generateKey(), await generateKey()];
  return { current: current.kid, standby: standby.kid, keys: [current, standby] };
}

/** The standby key comes into use, a new one becomes standby; tokens of the old one stay good. */
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

/** From now on tokens of that key are refused. Null for a key that is in use, or unknown. */
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

/** What may be published of a private key (RFC 7517). */
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
