import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

/** Keys derived from one secret: one for unit codes, one for networks, and a signing key pair. */
export interface AuthenticityKey {
  /** Identifies the secret without revealing it. */
  id: string;
  unitKey: Buffer;
  networkKey: Buffer;
  tokenKey: Buffer;
  signingKey: KeyObject;
  /** As published in the key set. */
  publicKey: PublicKey;
}

export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/** The keys, newest first: the first signs and issues; the others are only recognized. */
export type AuthenticityKeys = readonly [AuthenticityKey, ...AuthenticityKey[]];

/** The prefix of an Ed25519 private key's 32 bytes in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Several secrets are separated by commas, newest first, so that a secret can be replaced. */
export function deriveKeys(secrets: string): AuthenticityKeys {
  const [newest, ...older] = secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
    .map(deriveKey);
  if (!newest) throw new Error('AUTHENTICITY_SECRET holds no secret.');
  return [newest, ...older];
}

function deriveKey(secret: string): AuthenticityKey {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'liv-fit-authenticity', purpose, 32));
  const id = derive('key id').subarray(0, 6).toString('base64url');
  const signingKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, derive('signatures')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(signingKey).export({ format: 'jwk' });
  return {
    id,
    unitKey: derive('unit codes'),
    networkKey: derive('networks'),
    tokenKey: derive('tokens'),
    signingKey,
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid: id, use: 'sig', alg: 'EdDSA' },
  };
}

export function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
