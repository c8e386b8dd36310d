import { presentUser } from '../accounts/present-user.ts';
import { findUserById, type UserRow } from '../accounts/users.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { isUuid, requireService } from '../sessions/require-user.ts';

/** Loads the account named in the path. */
export async function loadUser(call: AuthCall): Promise<UserRow | Failure> {
  const id = call.params.user_id;
  if (!isUuid(id)) return new Failure(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(call.database, id);
  return user ?? new Failure(404, 'user_not_found', 'User not found');
}

/** GET /admin/users/{id} */
export async function adminGetUser(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  return user instanceof Failure ? user : Response.json(presentUser(user));
}
