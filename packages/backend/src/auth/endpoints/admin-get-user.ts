import { Failure } from '../failure.ts';
import { loadUser } from '../load-user.ts';
import { presentUser } from '../present-user.ts';
import { requireService } from '../require-service.ts';
import type { AuthCall } from '../services.ts';

/** GET /admin/users/{id} */
export async function adminGetUser(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  return user instanceof Failure ? user : Response.json(presentUser(user));
}
