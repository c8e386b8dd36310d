import { presentUser } from '../accounts/present-user.ts';
import { loadUser } from '../admin/load-user.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { requireService } from '../sessions/require-service.ts';

/** GET /admin/users/{id}/factors */
export async function adminListFactors(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  return user instanceof Failure ? user : Response.json(presentUser(user).factors ?? []);
}
