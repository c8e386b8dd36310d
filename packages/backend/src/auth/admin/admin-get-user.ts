import { presentUser } from '../accounts/present-user.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { requireService } from '../sessions/require-service.ts';
import { loadUser } from './load-user.ts';

/** GET /admin/users/{id} */
export async function adminGetUser(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  return user instanceof Failure ? user : Response.json(presentUser(user));
}
