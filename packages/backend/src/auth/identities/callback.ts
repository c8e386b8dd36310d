import { audit } from '../audit.ts';
import { oauthErrorOf, redirect, redirectWithOutcome } from '../codes/redirect-with-outcome.ts';
import { Failure, oauthFailure } from '../failure.ts';
import { readForm } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { type GrantedSession, grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import {
  consumeVerifier,
  deleteFlow,
  type ExternalFlow,
  findExternalFlow,
  issueExternalCode,
  refuseOtherBrowser,
} from './external-flows.ts';
import { findOrCreateAccount } from './find-or-create-account.ts';
import { linkIdentity } from './link-identity.ts';
import type { Arrival, ExternalProvider } from './provider.ts';
import { callbackOf } from './start-sign-in.ts';

/** What the browser receives: a code for the client that started the sign-in, or the session itself. */
type Outcome = { code: string } | { session: GrantedSession; arrival: Arrival };

/** GET and POST /callback: the provider redirects the browser back here. */
export async function callback(call: AuthCall): Promise<Response | Failure> {
  const answer =
    call.request.method === 'POST' ? await readForm(call.request) : call.url.searchParams;
  if (answer instanceof Failure) return answer;
  if (call.settings.bindBrowsers && call.request.method === 'POST')
    return returnByLink(call, answer);
  const flow = await findExternalFlow(call, answer.get('state') ?? '');
  if (flow instanceof Failure) {
    const target = new URL(call.siteUrl(call.request));
    for (const [name, value] of Object.entries(describe(flow))) {
      target.searchParams.set(name, value);
    }
    return redirect(target, 303);
  }
  const outcome = await finish(call, flow, answer);
  const to = flow.referrer || call.siteUrl(call.request);
  if (outcome instanceof Failure) {
    return redirectWithOutcome(to, describe(outcome), { inQuery: true, status: 302 });
  }
  if ('code' in outcome) {
    const target = new URL(to);
    target.searchParams.set('code', outcome.code);
    return redirect(target, 302);
  }
  const { access_token, expires_at, expires_in, refresh_token, token_type } = await presentSession(
    call,
    outcome.session,
  );
  const { accessToken, refreshToken } = outcome.arrival;
  const tokens = { access_token, expires_at, expires_in, refresh_token, token_type };
  const provided = {
    provider_token: accessToken,
    ...(refreshToken && { provider_refresh_token: refreshToken }),
  };
  return redirectWithOutcome(to, { ...tokens, ...provided }, { inQuery: false, status: 302 });
}

/** A form posted by the provider's page carries none of our cookies; following a link does. */
function returnByLink(call: AuthCall, answer: URLSearchParams): Response {
  const target = new URL(`${call.apiUrl(call.request)}/auth/v1/callback`);
  for (const name of ANSWERED) {
    const value = answer.get(name);
    if (value !== null) target.searchParams.set(name, value);
  }
  return redirect(target, 303);
}

/** RFC 6749, 4.1.2, and RFC 9207. */
const ANSWERED = ['state', 'code', 'iss', 'error', 'error_description'] as const;

async function finish(
  call: AuthCall,
  flow: ExternalFlow,
  answer: URLSearchParams,
): Promise<Outcome | Failure> {
  const elsewhere = refuseOtherBrowser(call, flow);
  if (elsewhere) return elsewhere;
  const error = answer.get('error');
  if (error) return oauthFailure(error, answer.get('error_description') ?? '');
  const code = answer.get('code');
  if (!code) {
    const message = 'OAuth callback with missing authorization code missing';
    return new Failure(400, 'bad_oauth_callback', message);
  }
  const provider = call.providers.get(flow.provider_type);
  if (!provider) {
    const message = 'Unsupported provider: provider is not enabled';
    return new Failure(400, 'oauth_provider_not_supported', message);
  }
  const verifier = await consumeVerifier(call.database, flow);
  if (verifier instanceof Failure) return verifier;
  const arrival = await arrive(call, provider, answer, { state: flow.id, verifier });
  if (arrival instanceof Failure) return arrival;
  if (arrival.profile.emails.length === 0 && !provider.settings.emailOptional) {
    const message = 'Error getting user email from external provider';
    return new Failure(500, 'unexpected_failure', message);
  }
  return inTransaction(call, async (tx) => {
    const user = flow.linking_target_id
      ? await linkIdentity(tx, call, provider, arrival.profile, {
          userId: flow.linking_target_id,
          sessionId: flow.linking_session_id,
          flowId: flow.id,
        })
      : await findOrCreateAccount(tx, call, provider, arrival.profile);
    if (user instanceof Failure) return user;
    if (flow.code_challenge) {
      const issued = await issueExternalCode(tx, flow, user.id, arrival, call.now);
      return issued instanceof Failure ? issued : { code: issued };
    }
    await deleteFlow(tx, flow.id);
    await audit(tx, call, user, 'login', { provider_type: provider.name });
    return { session: await grantSession(tx, call, user.id, 'oauth'), arrival };
  });
}

async function arrive(
  call: AuthCall,
  provider: ExternalProvider,
  answer: URLSearchParams,
  expected: { state: string; verifier: string },
): Promise<Arrival | Failure> {
  const back = new URL(callbackOf(call, provider));
  back.search = answer.toString();
  try {
    return await provider.arrive(back, expected);
  } catch (error) {
    call.onError(error);
    const start = answer.get('code')?.slice(0, 4);
    const message = `Unable to exchange external code: ${start}`;
    return new Failure(500, 'unexpected_failure', message);
  }
}

function describe(failure: Failure): Record<string, string> {
  const { oauthError, code, message } = failure;
  if (oauthError !== undefined) {
    return { error: oauthError, ...(message && { error_description: message }) };
  }
  const error = DENIED.has(code) ? 'access_denied' : (oauthErrorOf(failure) ?? 'server_error');
  return { error, error_code: code, error_description: message };
}

const DENIED: ReadonlySet<string> = new Set([
  'signup_disabled',
  'user_banned',
  'provider_email_needs_verification',
]);
