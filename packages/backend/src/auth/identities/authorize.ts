import { redirect } from '../codes/redirect-with-outcome.ts';
import { refuseOneStep } from '../factors/require-second-step.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { requireUser, type SignedIn } from '../sessions/require-user.ts';
import { startSignIn } from './start-sign-in.ts';

/** GET /authorize?provider=&redirect_to=&scopes=&code_challenge=: redirects to the provider. */
export async function authorize(call: AuthCall): Promise<Response | Failure> {
  const target = await startSignIn(call, null);
  return target instanceof Failure ? target : redirect(target, 302);
}

/**
 * GET /user/identities/authorize: redirects to a provider to link an identity to the caller's
 * account.
 */
export async function beginLinking(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireManualLinking(call);
  if (signedIn instanceof Failure) return signedIn;
  const target = await startSignIn(call, signedIn);
  if (target instanceof Failure) return target;
  return call.url.searchParams.get('skip_http_redirect') === 'true'
    ? Response.json({ url: target.href })
    : redirect(target, 302);
}

/** The signed-in user, if users may link and unlink providers themselves. */
export async function requireManualLinking(call: AuthCall): Promise<SignedIn | Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  if (!call.settings.manualLinking) {
    return new Failure(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  return refuseOneStep(signedIn.user, signedIn.session) ?? signedIn;
}
