import { randomPKCECodeVerifier } from 'openid-client';
import { requestedRedirect } from '../codes/codes.ts';
import { readChallenge } from '../codes/pkce.ts';
import { Failure, invalid } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import type { SignedIn } from '../sessions/require-user.ts';
import { inTransaction } from '../transaction.ts';
import { insertExternalFlow } from './external-flows.ts';
import { PROVIDER_NAMES } from './external-providers.ts';
import type { ExternalProvider } from './provider.ts';

/** Parameters set here, or not meant for the provider; all others are passed on. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set([
  ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state'],
  ...['code_challenge', 'code_challenge_method', 'code_verifier', 'nonce', 'scope', 'request'],
  ...['request_uri', 'registration', 'provider', 'scopes', 'redirect_to', 'invite_token'],
  ...['skip_http_redirect', 'apikey', 'id_token_hint', 'client_assertion', 'client_assertion_type'],
]);

/**
 * Starts a sign-in with the provider named in the query and returns the URL to redirect the browser
 * to.
 */
export async function startSignIn(
  call: AuthCall,
  linking: SignedIn | null,
): Promise<URL | Failure> {
  const query = call.url.searchParams;
  const provider = findProvider(call, query.get('provider') ?? '');
  if (provider instanceof Failure) return provider;
  const challenge = readChallenge({
    code_challenge: query.get('code_challenge') ?? '',
    code_challenge_method: query.get('code_challenge_method') ?? '',
  });
  if (challenge instanceof Failure) return challenge;

  const verifier = randomPKCECodeVerifier();
  const state = await inTransaction(call, (tx) =>
    insertExternalFlow(tx, call, {
      provider: provider.name,
      verifier,
      challenge,
      redirectTo: requestedRedirect(call),
      linking,
      emailOptional: provider.settings.emailOptional ?? false,
    }),
  );
  if (state instanceof Failure) return state;
  const extra = [...query].filter(([name]) => !OWN_PARAMETERS.has(name.toLowerCase()));
  try {
    return await provider.depart({
      redirectUri: callbackOf(call, provider),
      state,
      verifier,
      scopes: (query.get('scopes') ?? '').split(/[\s,]+/).filter(Boolean),
      extra: Object.fromEntries(extra),
    });
  } catch (error) {
    call.onError(error);
    return invalid(`Unsupported provider: ${provider.name} could not be reached`);
  }
}

/** Where the provider redirects the browser back to, as registered with the provider. */
export function callbackOf(call: AuthCall, { settings }: ExternalProvider): string {
  return settings.redirectUri || `${call.apiUrl(call.request)}/auth/v1/callback`;
}

function findProvider(call: AuthCall, asked: string): ExternalProvider | Failure {
  const name = asked.toLowerCase();
  const provider = call.providers.get(name);
  if (provider) return provider;
  if (name.startsWith('custom:')) {
    return invalid('Unsupported provider: custom OAuth providers are disabled');
  }
  return (PROVIDER_NAMES as readonly string[]).includes(name)
    ? invalid('Unsupported provider: provider is not enabled')
    : invalid(`Unsupported provider: Provider ${name} could not be found`);
}
