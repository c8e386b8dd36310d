import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { requireUser } from '../sessions/require-user.ts';
import { presentUser } from './present-user.ts';

/** GET /user */
export async function getUser(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireUser(call);
  return signedIn instanceof Failure ? signedIn : Response.json(presentUser(signedIn.user));
}
