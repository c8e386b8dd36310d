import { errors, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { SIGNING_ALGORITHM, type SigningKeys, toPublicJwk } from './signing-keys.ts';

export type Claims = Readonly<Record<string, unknown>>;

export type TokenProblem = 'malformed' | 'algorithm' | 'key' | 'signature' | 'expired' | 'claims';

export type TokenVerdict = { ok: true; claims: Claims } | { ok: false; problem: TokenProblem };

export interface TokenSigner {
  /** Signs the claims as they are; the caller sets iss, sub, aud, iat and exp. */
  sign(claims: Claims): Promise<string>;
  /** Checks signature, algorithm, issuer, audience and expiry of a presented token. */
  verify(token: string): Promise<TokenVerdict>;
  /** The public keys, for `/.well-known/jwks.json`. */
  jwks(): JSONWebKeySet;
}

export interface TokenSignerOptions {
  keys: SigningKeys;
  /** Says whether an `iss` is ours: an exact address, or any of the site's own origins. */
  acceptIssuer: (issuer: string) => boolean;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

const TOKEN_AUDIENCE = 'authenticated';

/** No token of ours is longer; a longer one is refused unread. */
const LONGEST_TOKEN = 64_000;

/** Verified tokens are remembered, because checking a signature costs more than a small query. */
const REMEMBERED_TOKENS = 2_000;

export async function createTokenSigner({
  keys,
  acceptIssuer,
  clock = Date.now,
}: TokenSignerOptions): Promise<TokenSigner> {
  const current = keys.keys.find((key) => key.kid === keys.current);
  if (!current) throw new Error('The current signing key is missing from the stored keys');
  const privateKey = await importJWK(current, SIGNING_ALGORITHM);
  const published = keys.keys.map(toPublicJwk);
  const publicKeys = new Map<string, Awaited<ReturnType<typeof importJWK>>>();
  for (const key of published) publicKeys.set(kidOf(key), await importJWK(key, SIGNING_ALGORITHM));

  const remembered = new LRUCache<string, Claims>({ max: REMEMBERED_TOKENS });

  const check = async (token: string): Promise<TokenVerdict> => {
    try {
      const { payload } = await jwtVerify(
        token,
        (header) => {
          const key = publicKeys.get(header.kid ?? '');
          if (!key) throw new errors.JWKSNoMatchingKey();
          return key;
        },
        {
          algorithms: [SIGNING_ALGORITHM],
          audience: TOKEN_AUDIENCE,
          requiredClaims: ['exp', 'iss', 'role'],
          currentDate: new Date(clock()),
        },
      );
      if (!acceptIssuer(String(payload.iss))) return { ok: false, problem: 'claims' };
      remembered.set(token, payload);
      return { ok: true, claims: payload };
    } catch (error) {
      return { ok: false, problem: nameProblem(error) };
    }
  };

  return {
    sign: (claims) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: kidOf(current), typ: 'JWT' })
        .sign(privateKey),
    async verify(token) {
      if (token.length > LONGEST_TOKEN) return { ok: false, problem: 'malformed' };
      const claims = remembered.get(token);
      if (!claims) return check(token);
      if (Number(claims.exp) * 1000 > clock()) return { ok: true, claims };
      remembered.delete(token);
      return { ok: false, problem: 'expired' };
    },
    jwks: () => ({ keys: published }),
  };
}

function kidOf(key: JWK): string {
  if (!key.kid) throw new Error('A stored signing key has no kid');
  return key.kid;
}

function nameProblem(error: unknown): TokenProblem {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return 'claims';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  if (error instanceof errors.JWKSNoMatchingKey) return 'key';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JOSEError) return 'malformed';
  throw error;
}
