import { redirect } from '../codes/redirect-with-outcome.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { depart } from './redirect-to-provider.ts';

/** GET /authorize?provider=&redirect_to=&scopes=&code_challenge=: on to the provider. */
export async function authorize(call: AuthCall): Promise<Response | Failure> {
  const target = await depart(call, null);
  return target instanceof Failure ? target : redirect(target, 302);
}
