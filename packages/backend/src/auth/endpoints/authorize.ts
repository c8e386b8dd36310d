import { depart } from '../external/depart.ts';
import { Failure } from '../failure.ts';
import { redirect } from '../redirect-with-outcome.ts';
import type { AuthCall } from '../services.ts';

/** GET /authorize?provider=&redirect_to=&scopes=&code_challenge=: on to the provider. */
export async function authorize(call: AuthCall): Promise<Response | Failure> {
  const target = await depart(call, null);
  return target instanceof Failure ? target : redirect(target, 302);
}
