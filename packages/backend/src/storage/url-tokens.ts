import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { Failure } from './failure.ts';

/** What the holder of a signed URL may do until it expires. */
export type UrlGrant =
  | { scope: 'download'; url: string; transformations?: string }
  | { scope: 'upload'; url: string; owner?: string; upsert: boolean };

export interface UrlTokens {
  /** `expiresIn` in seconds. */
  sign(grant: UrlGrant, expiresIn: number): Promise<string>;
  /** The grant for exactly that scope and object; its expiry is in seconds since the Unix epoch. */
  verify<Scope extends UrlGrant['scope']>(
    token: string,
    scope: Scope,
    url: string,
  ): Promise<(Extract<UrlGrant, { scope: Scope }> & { exp: number }) | Failure>;
}

const ALGORITHM = 'HS256';

const grants = z.discriminatedUnion('scope', [
  z.object({
    scope: z.literal('download'),
    url: z.string(),
    transformations: z.string().optional(),
    exp: z.number(),
  }),
  z.object({
    scope: z.literal('upload'),
    url: z.string(),
    owner: z.string().optional(),
    upsert: z.boolean(),
    exp: z.number(),
  }),
]);

/**
 * Tokens in URLs. Their key signs nothing else, so they can't be used as access tokens, nor the
 * other way around.
 */
export function createUrlTokens(key: string, clock: () => number = Date.now): UrlTokens {
  const secret = Buffer.from(key, 'base64url');
  return {
    sign: (grant, expiresIn) =>
      new SignJWT({ ...grant })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuedAt(Math.floor(clock() / 1000))
        .setExpirationTime(Math.floor(clock() / 1000) + expiresIn)
        .sign(secret),
    async verify<Scope extends UrlGrant['scope']>(token: string, scope: Scope, url: string) {
      const payload = await read(token, secret, new Date(clock()));
      if (payload instanceof Failure) return payload;
      const grant = grants.safeParse(payload).data;
      if (grant?.scope !== scope) {
        return new Failure(400, 'InvalidSignature', `Token is not scoped for ${scope}`);
      }
      if (grant.url !== url) return new Failure(400, 'InvalidSignature', 'Invalid signature');
      return grant as Extract<typeof grant, { scope: Scope }>;
    },
  };
}

async function read(token: string, secret: Uint8Array, currentDate: Date) {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: [ALGORITHM], currentDate });
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    return new Failure(400, 'InvalidJWT', error.message, { error: 'InvalidJWT' });
  }
}
