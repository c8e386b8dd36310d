import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  errors,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import type { Json } from '../services.ts';
import type { Arrival, ExternalProvider, IdToken, ProviderSettings } from './provider.ts';
import { readProfile } from './read-profile.ts';

/** Google's own tokens sometimes name the issuer without the scheme. */
const GOOGLE = ['https://accounts.google.com', 'accounts.google.com'];

/** Signatures only the issuer can make; symmetric ones could be made by anyone who has our secret. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Milliseconds until the discovery document is fetched again. */
const DISCOVERY_LIFE = 3_600_000;
/** Seconds to wait for an issuer's response. */
const PATIENCE = 10;

interface Issuer {
  configuration: openid.Configuration;
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Any OpenID Connect issuer, found by its discovery document. */
export function createOpenidIssuer(
  name: string,
  issuer: string,
  settings: ProviderSettings,
): ExternalProvider {
  const discovered = new LRUCache<string, Issuer>({
    max: 1,
    ttl: DISCOVERY_LIFE,
    fetchMethod: (address) => discover(address, settings),
  });
  const find = async (): Promise<Issuer> => {
    const found = await discovered.fetch(issuer);
    if (!found) throw new Error(`The issuer of ${name} could not be read`);
    return found;
  };

  return {
    name,
    settings,
    async depart({ redirectUri, state, verifier, scopes, extra }) {
      const { configuration } = await find();
      return openid.buildAuthorizationUrl(configuration, {
        ...extra,
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', 'email', 'profile', ...scopes])].join(' '),
        state,
        nonce: nonceOf(verifier),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    async arrive(answer, { state, verifier }): Promise<Arrival> {
      const { configuration } = await find();
      const tokens = await openid.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonceOf(verifier),
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: Json = { ...tokens.claims() };
      const { userinfo_endpoint: userinfo } = configuration.serverMetadata();
      if (claims.email === undefined && userinfo !== undefined) {
        const subject = String(claims.sub);
        const more = await openid.fetchUserInfo(configuration, tokens.access_token, subject);
        Object.assign(claims, more, { iss: claims.iss, sub: claims.sub });
      }
      return {
        profile: readProfile(claims),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? '',
      };
    },
    async readIdToken(token, now): Promise<IdToken | null> {
      const { keys, configuration } = await find();
      const { issuer: named } = configuration.serverMetadata();
      const verified = await verifySignature(token, keys, {
        issuer: GOOGLE.includes(named) ? GOOGLE : named,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'sub', 'aud'],
        currentDate: now,
      }).catch((error: unknown) => {
        if (isTokenError(error)) return null;
        throw error;
      });
      if (!verified) return null;
      const { payload, protectedHeader } = verified;
      return {
        claims: payload,
        algorithm: protectedHeader.alg,
        audiences: [payload.aud ?? []].flat(),
        profile: readProfile(payload),
      };
    },
  };
}

/** A token need not name its key; then every key that could have signed it is tried. */
async function verifySignature(
  token: string,
  keys: Issuer['keys'],
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options);
      } catch (refusal) {
        if (!(refusal instanceof errors.JWSSignatureVerificationFailed)) throw refusal;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** An invalid token is its sender's mistake; keys that could not be fetched are not. */
function isTokenError(error: unknown): boolean {
  return tokenErrors.some((kind) => error instanceof kind);
}

const tokenErrors = [
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
];

async function discover(issuer: string, settings: ProviderSettings): Promise<Issuer> {
  const address = new URL(issuer);
  const configuration = await openid.discovery(
    address,
    settings.clientIds[0],
    undefined,
    authenticateWith(settings.secret),
    {
      timeout: PATIENCE,
      execute: [
        openid.enableNonRepudiationChecks,
        // Only if the owner configured `http:`, for an issuer on the same machine or network.
        ...(address.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
  const { jwks_uri: keys } = configuration.serverMetadata();
  if (!keys) throw new Error(`${issuer} publishes no keys`);
  return { configuration, keys: createRemoteJWKSet(new URL(keys)) };
}

/** Uses the method the issuer asks for, or the standard's default if it names none. */
function authenticateWith(secret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(secret);
  const post = openid.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? basic : post;
    return authenticate(server, client, body, headers);
  };
}

/** Ties the ID token to this sign-in. Unpredictable, because the verifier never leaves the server. */
function nonceOf(verifier: string): string {
  return createHash('sha256').update(`nonce ${verifier}`).digest('base64url');
}
