import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { errors, importJWK, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { kidOf, SIGNING_ALGORITHM, type SigningKeys, toPublicJwk } from './signing-keys.ts';

export type Claims = Readonly<Record<string, unknown>>;

export type TokenProblem = 'malformed' | 'algorithm' | 'key' | 'signature' | 'expired' | 'claims';

export type TokenVerdict = { ok: true; claims: Claims } | { ok: false; problem: TokenProblem };

export interface TokenSigner {
  /** Signs the claims as they are; the caller sets iss, sub, aud, iat and exp. */
  sign(claims: Claims): Promise<string>;
  /** Checks a token's signature, algorithm, issuer, audience and expiry. */
  verify(token: string): Promise<TokenVerdict>;
  /** The public keys, for `/.well-known/jwks.json`. */
  jwks(): Promise<JSONWebKeySet>;
}

export interface TokenSignerOptions {
  keys: SigningKeys;
  /**
   * Reloads the keys, at most once a minute, and when a token names an unknown key: another process
   * may have rotated them. Left out, the keys never change.
   */
  reload?: () => Promise<SigningKeys>;
  /** Whether an `iss` is ours: an exact URL, or any of the site's own origins. */
  acceptIssuer: (issuer: string) => boolean;
  /** Milliseconds since the Unix epoch. */
  clock?: () => number;
}

type Key = Awaited<ReturnType<typeof importJWK>>;

/** Imported keys, ready for use. */
interface KeyRing {
  kid: string;
  privateKey: Key;
  publicKeys: ReadonlyMap<string, Key>;
  published: JSONWebKeySet;
  /** Cache of verified tokens, because checking a signature costs more than a small query. */
  remembered: LRUCache<string, Claims>;
}

const TOKEN_AUDIENCE = 'authenticated';

/** None of our tokens is longer; a longer one is refused without parsing it. */
const LONGEST_TOKEN = 64_000;

const REMEMBERED_TOKENS = 2_000;

/** Milliseconds between reloads of the keys, so the longest that a revoked key still counts. */
const RELOAD_INTERVAL = 60_000;
/** Milliseconds after which a reload that hangs is given up, so that a later one can start. */
const LONGEST_RELOAD = 10_000;
/** Minimum milliseconds between reloads that are caused by unknown keys. */
const SEARCH_INTERVAL = 1_000;

export async function createTokenSigner(options: TokenSignerOptions): Promise<TokenSigner> {
  const { acceptIssuer, clock = Date.now } = options;
  const ring = await createKeptRing(options, clock);

  const check = async (token: string, { publicKeys, remembered }: KeyRing) => {
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
      if (!acceptIssuer(String(payload.iss))) return refused('claims');
      remembered.set(token, payload);
      return { ok: true, claims: payload } as const;
    } catch (error) {
      return refused(nameProblem(error));
    }
  };

  return {
    async sign(claims) {
      const { kid, privateKey } = await ring.read();
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'JWT' })
        .sign(privateKey);
    },
    async verify(token) {
      if (token.length > LONGEST_TOKEN) return refused('malformed');
      const known = await ring.read();
      const claims = known.remembered.get(token);
      if (claims) {
        if (Number(claims.exp) * 1000 > clock()) return { ok: true, claims };
        known.remembered.delete(token);
        return refused('expired');
      }
      const verdict = await check(token, known);
      if (verdict.ok || verdict.problem !== 'key') return verdict;
      const current = await ring.search();
      return current === known ? verdict : check(token, current);
    },
    jwks: async () => (await ring.read()).published,
  };
}

/** Everybody waits for a reload, so it takes no one visitor's place in the database's queue. */
const outsideRequests = AsyncLocalStorage.snapshot();

/**
 * The current key ring, reloaded periodically. If a reload fails, the old ring stays in use. A search
 * for an unknown key, which anyone can cause, keeps only those waiting who look for one.
 */
async function createKeptRing(
  { keys, reload }: TokenSignerOptions,
  clock: () => number,
): Promise<{ read(): Promise<KeyRing>; search(): Promise<KeyRing> }> {
  let ring = await createRing(keys);
  let source = JSON.stringify(keys);
  let readAt = clock();
  let reading: Promise<void> | null = null;

  const readAgain = async () => {
    const ended = new AbortController();
    try {
      const next = await Promise.race([
        reload?.(),
        sleep(LONGEST_RELOAD, undefined, { ref: false, signal: ended.signal }),
      ]);
      const text = JSON.stringify(next);
      if (next && text !== source) [ring, source] = [await createRing(next), text];
    } catch {
      // The database is unavailable; the next caller that needs it will report that.
    } finally {
      ended.abort();
      readAt = clock();
      reading = null;
    }
  };
  const isDue = (interval: number) => reload !== undefined && clock() - readAt >= interval;
  const startReading = () => (reading ??= outsideRequests(readAgain));
  return {
    async read() {
      if (isDue(RELOAD_INTERVAL)) await startReading();
      return ring;
    },
    async search() {
      if (isDue(SEARCH_INTERVAL)) startReading();
      if (reading) await reading;
      return ring;
    },
  };
}

async function createRing(keys: SigningKeys): Promise<KeyRing> {
  const current = keys.keys.find((key) => key.kid === keys.current);
  if (!current) throw new Error('The current signing key is missing from the stored keys');
  const published = keys.keys.map(toPublicJwk);
  const publicKeys = new Map<string, Key>();
  for (const key of published) publicKeys.set(kidOf(key), await importJWK(key, SIGNING_ALGORITHM));
  return {
    kid: kidOf(current),
    privateKey: await importJWK(current, SIGNING_ALGORITHM),
    publicKeys,
    published: { keys: published },
    remembered: new LRUCache({ max: REMEMBERED_TOKENS }),
  };
}

function refused(problem: TokenProblem): TokenVerdict & { ok: false } {
  return { ok: false, problem };
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
