import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** The only algorithm tokens are signed and accepted with. */
export const SIGNING_ALGORITHM = 'ES256';

/**
 * Private keys as JWKs, each with its `kid`. New tokens are signed with `current`; tokens signed
 * with any of them are accepted, so a key can be replaced without signing anybody out.
 */
export interface SigningKeys {
  current: string;
  keys: JWK[];
}

export async function generateSigningKeys(): Promise<SigningKeys> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const kid = randomUUID();
  return {
    current: kid,
    keys: [{ ...(await exportJWK(privateKey)), kid, alg: SIGNING_ALGORITHM }],
  };
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
