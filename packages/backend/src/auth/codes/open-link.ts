import { Failure, invalid } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { type GrantedSession, grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import { requestedRedirect } from './codes.ts';
import { PKCE_PREFIX } from './one-time-tokens.ts';
import { type FlowMethod, issueAuthCode } from './pkce.ts';
import { oauthErrorOf, redirect, redirectWithOutcome } from './redirect-with-outcome.ts';
import { isVerifiedType, type VerifiedType, verifyCode } from './verify-code.ts';

/** The flow method for each type of link. */
const FLOW_METHODS: Record<VerifiedType, FlowMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email: 'magiclink',
  email_change: 'email_change',
};

type Outcome =
  | { half: true }
  | { code: string }
  | { session: GrantedSession; choosePassword: boolean };

const HALF_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** GET /verify: opens an emailed link. Confirms, and redirects with the outcome in the fragment. */
export async function openLink(call: AuthCall): Promise<Response | Failure> {
  const type = call.url.searchParams.get('type') ?? '';
  // PostgreSQL cannot even search for a NUL.
  const hash = (call.url.searchParams.get('token') ?? '').replaceAll('\0', '');
  if (type === '') return invalid('Verify requires a verification type');
  if (hash === '') return invalid('Verify requires a token or a token hash');

  const redirectTo = requestedRedirect(call);
  const pkce = hash.startsWith(PKCE_PREFIX);
  const how = { inQuery: pkce, status: 303 } as const;
  if (!isVerifiedType(type)) {
    return redirectWithOutcome(
      redirectTo,
      describe(invalid('Invalid email verification type')),
      how,
    );
  }
  const outcome = await inTransaction(call, async (tx): Promise<Outcome | Failure> => {
    const verified = await verifyCode(tx, call, type, { hash });
    if (verified instanceof Failure || verified.half) return verified;
    const { user, choosePassword, flowId } = verified;
    const flow = { userId: user.id, method: FLOW_METHODS[type], id: flowId };
    const code = pkce && !choosePassword ? await issueAuthCode(tx, call, flow) : null;
    if (typeof code === 'string') return { code };
    // In a browser that did not start such a flow, the link itself proves access to the mailbox.
    if (code && !call.settings.bindBrowsers) return code;
    return { session: await grantSession(tx, call, user.id, 'otp'), choosePassword };
  });

  if (outcome instanceof Failure) return redirectWithOutcome(redirectTo, describe(outcome), how);
  if ('half' in outcome) return redirectWithOutcome(redirectTo, { message: HALF_CONFIRMED }, how);
  if ('code' in outcome) {
    const target = new URL(redirectTo);
    target.searchParams.set('code', outcome.code);
    return redirect(target, 303);
  }
  const { access_token, expires_at, expires_in, refresh_token, token_type } = await presentSession(
    call,
    outcome.session,
  );
  const tokens = { access_token, expires_at, expires_in, refresh_token, token_type };
  const purpose: Record<string, string> = outcome.choosePassword
    ? { type: 'recovery', sign_up: 'elsewhere' }
    : { type };
  return redirectWithOutcome(
    redirectTo,
    { ...tokens, ...purpose },
    { inQuery: false, status: 303 },
  );
}

function describe(failure: Failure): Record<string, string> {
  const error = oauthErrorOf(failure);
  return {
    ...(error && { error }),
    error_code: failure.code,
    error_description: failure.message,
  };
}
