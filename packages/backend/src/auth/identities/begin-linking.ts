import { redirect } from '../codes/redirect-with-outcome.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { depart } from './redirect-to-provider.ts';
import { requireManualLinking } from './require-manual-linking.ts';

/** GET /user/identities/authorize: on to a provider whose identity joins the own account. */
export async function beginLinking(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireManualLinking(call);
  if (signedIn instanceof Failure) return signedIn;
  const target = await depart(call, signedIn.user.id);
  if (target instanceof Failure) return target;
  return call.url.searchParams.get('skip_http_redirect') === 'true'
    ? Response.json({ url: target.href })
    : redirect(target, 302);
}
