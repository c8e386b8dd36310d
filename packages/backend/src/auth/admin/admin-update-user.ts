import type { Queryable } from '../../database/database.ts';
import { confirmEmail } from '../accounts/confirm-account.ts';
import { presentUser } from '../accounts/present-user.ts';
import { mergeMetadata, reloadUser, type UserRow, updateUser } from '../accounts/users.ts';
import { audit, SERVICE_ACTOR } from '../audit.ts';
import { Failure } from '../failure.ts';
import { mergeIdentity } from '../identities/identities.ts';
import { changePassword } from '../passwords/change-password.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { requireService } from '../sessions/require-user.ts';
import { inTransaction } from '../transaction.ts';
import { type AdminChanges, adminBody, readAdminChanges, refuseTaken } from './admin-changes.ts';
import { loadUser } from './admin-get-user.ts';

/** PUT /admin/users/{id} */
export async function adminUpdateUser(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  if (user instanceof Failure) return user;
  const params = await readBody(call.request, adminBody);
  if (params instanceof Failure) return params;
  const changes = await readAdminChanges(call, params);
  if (changes instanceof Failure) return changes;
  const changed = await inTransaction(call, (tx) => applyChanges(tx, call, user, changes));
  return changed instanceof Failure ? changed : Response.json(presentUser(changed));
}

async function applyChanges(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  changes: AdminChanges,
): Promise<UserRow | Failure> {
  const taken = await refuseTaken(tx, changes, user.id);
  if (taken) return taken;
  const { id } = user;
  const { email, phone, passwordHash, emailConfirm, userMetadata, appMetadata } = changes;
  await updateUser(
    tx,
    id,
    { ...changes.columns, ...(email && { email }), ...(phone && { phone }) },
    call.now,
  );
  if (email) {
    const data = { email, email_verified: emailConfirm };
    await mergeIdentity(tx, id, 'email', data, call.now);
  }
  if (phone) await mergeIdentity(tx, id, 'phone', { phone }, call.now);
  if (emailConfirm) await confirmEmail(tx, call, await reloadUser(tx, id));
  if (passwordHash) await changePassword(tx, call, { userId: id, passwordHash });
  if (appMetadata) await mergeMetadata(tx, id, 'raw_app_meta_data', appMetadata, call.now);
  if (userMetadata) await mergeMetadata(tx, id, 'raw_user_meta_data', userMetadata, call.now);
  await audit(tx, call, SERVICE_ACTOR, 'user_modified', { user_id: id });
  return reloadUser(tx, id);
}
