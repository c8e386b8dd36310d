import { createHash } from 'node:crypto';
import { z } from 'zod';
import { equalsInConstantTime } from '../codes/one-time-tokens.ts';
import { Failure, invalid, oauthFailure } from '../failure.ts';
import { text } from '../fields.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import { requireManualLinking } from './authorize.ts';
import { issuerOf, knownIssuer } from './external-providers.ts';
import { findOrCreateAccount } from './find-or-create-account.ts';
import { linkIdentity } from './link-identity.ts';
import type { ExternalProvider, IdToken } from './provider.ts';

const body = z.object({
  id_token: text,
  access_token: text,
  nonce: text,
  provider: text,
  client_id: text,
  issuer: text,
  link_identity: z.boolean().default(false),
});
type Params = z.infer<typeof body>;

/** Starts a session from an ID token signed by an issuer, as phone apps receive it. */
export async function grantByIdToken(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  if (params.id_token === '') return oauthFailure('invalid request', 'id_token required');
  if (params.provider === '' && (params.client_id === '' || params.issuer === '')) {
    return oauthFailure('invalid request', 'provider or client_id and issuer required');
  }
  const linking = params.link_identity ? await requireManualLinking(call) : null;
  if (linking instanceof Failure) return linking;
  const provider = findIssuer(call, params);
  if (provider instanceof Failure) return provider;

  const token = await readToken(call, provider, params.id_token);
  if (token instanceof Failure) return token;
  const refused = refuseToken(provider, token, params);
  if (refused) return refused;
  const granted = await inTransaction(
    call,
    async (tx) => {
      const { profile } = token;
      const user = linking
        ? await linkIdentity(tx, call, provider, profile, {
            userId: linking.user.id,
            sessionId: linking.session.id,
          })
        : await findOrCreateAccount(tx, call, provider, profile);
      return user instanceof Failure ? user : grantSession(tx, call, user.id, 'oauth');
    },
    linking?.claims,
  );
  return granted instanceof Failure ? granted : Response.json(await presentSession(call, granted));
}

function findIssuer(
  call: AuthCall,
  { provider: name, issuer }: Params,
): ExternalProvider | Failure {
  const known = name
    ? call.providers.get(name)
    : [...call.providers.values()].find((provider) => issuerOf(provider) === issuer);
  if (known?.readIdToken) return known;
  const wellKnown = knownIssuer(name) ?? (knownIssuer('google') === issuer ? issuer : undefined);
  return wellKnown
    ? new Failure(400, 'provider_disabled', `Provider (issuer "${wellKnown}") is not enabled`)
    : invalid(`Custom OIDC provider ${JSON.stringify(name)} not allowed`);
}

async function readToken(
  call: AuthCall,
  provider: ExternalProvider,
  token: string,
): Promise<IdToken | Failure> {
  try {
    const read = await provider.readIdToken?.(token, call.now);
    if (read) return read;
  } catch (error) {
    call.onError(error);
  }
  return oauthFailure('invalid request', 'Bad ID token');
}

function refuseToken(
  { settings }: ExternalProvider,
  { claims, algorithm, audiences }: IdToken,
  { nonce, access_token: accessToken }: Params,
): Failure | null {
  if (!audiences.some((audience) => settings.clientIds.includes(audience))) {
    const message = `Unacceptable audience in id_token: [${audiences.join(' ')}]`;
    return oauthFailure('invalid request', message);
  }
  // OpenID Connect Core, 3.1.3.7: with several audiences, `azp` names the client the token was
  // issued to.
  if (audiences.length > 1 && !settings.clientIds.includes(String(claims.azp))) {
    return oauthFailure('invalid request', 'Unacceptable azp in id_token');
  }
  if (accessToken && typeof claims.at_hash === 'string') {
    if (!equalsInConstantTime(hashAccessToken(accessToken, algorithm), claims.at_hash)) {
      return oauthFailure('invalid request', 'Bad ID token');
    }
  }
  if (settings.skipNonceCheck) return null;
  const signed = typeof claims.nonce === 'string' ? claims.nonce : '';
  if ((signed === '') !== (nonce === '')) {
    const message = 'Passed nonce and nonce in id_token should either both exist or not.';
    return oauthFailure('invalid request', message);
  }
  // The client sends the issuer only a hash of the nonce, so that a stolen token cannot be replayed.
  const expected = createHash('sha256').update(nonce).digest('hex');
  if (signed === '' || equalsInConstantTime(expected, signed)) return null;
  return oauthFailure('invalid nonce', 'Nonces mismatch');
}

/** OpenID Connect Core, 3.1.3.6: the left half of the hash that the signature's algorithm uses. */
function hashAccessToken(accessToken: string, algorithm: string): string {
  const bits = /^(?:RS|PS|ES)(256|384|512)$/.exec(algorithm)?.[1] ?? '512';
  const digest = createHash(`sha${bits}`).update(accessToken, 'ascii').digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}
