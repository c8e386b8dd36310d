import { findUserById, type UserRow } from '../accounts/users.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { isUuid } from '../sessions/require-user.ts';

/** The account that the path names. */
export async function loadUser(call: AuthCall): Promise<UserRow | Failure> {
  const id = call.params.user_id;
  if (!isUuid(id)) return new Failure(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(call.database, id);
  return user ?? new Failure(404, 'user_not_found', 'User not found');
}
