import { confirmEmail } from '../accounts/confirm-account.ts';
import { presentUser } from '../accounts/present-user.ts';
import { findUserById, insertUser, reloadUser, updateUser } from '../accounts/users.ts';
import { audit, SERVICE_ACTOR } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import { insertIdentity } from '../identities/identities.ts';
import { readBody } from '../read-body.ts';
import { type AuthCall, INSTANCE_ID } from '../services.ts';
import { isUuid, requireService } from '../sessions/require-user.ts';
import { inTransaction } from '../transaction.ts';
import { adminBody, readAdminChanges, refuseTaken } from './admin-changes.ts';

/** POST /admin/users */
export async function adminCreateUser(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const params = await readBody(call.request, adminBody);
  if (params instanceof Failure) return params;
  if (!params.email && !params.phone) {
    return invalid('Cannot create a user without either an email or phone');
  }
  if (params.id && !isUuid(params.id)) return invalid('ID must conform to the uuid v4 format');
  if (params.id === INSTANCE_ID) return invalid('ID cannot be a nil uuid');
  const changes = await readAdminChanges(call, params);
  if (changes instanceof Failure) return changes;

  const { email, phone, passwordHash } = changes;
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])];
  const user = await inTransaction(call, async (tx) => {
    const taken = await refuseTaken(tx, changes);
    if (taken) return taken;
    if (changes.id && (await findUserById(tx, changes.id))) {
      return invalid('A user with this ID exists already');
    }
    const id = await insertUser(tx, {
      ...(changes.id && { id: changes.id }),
      email: email || null,
      phone: phone || null,
      passwordHash,
      userMetadata: changes.userMetadata ?? {},
      appMetadata: { provider: providers[0], providers, ...changes.appMetadata },
      now: call.now,
    });
    if (!id) {
      const message = 'A user with this email address has already been registered';
      return new Failure(422, 'email_exists', message);
    }
    if (email) await insertIdentity(tx, id, 'email', { email }, call.now);
    if (phone) await insertIdentity(tx, id, 'phone', { phone }, call.now);
    await updateUser(tx, id, changes.columns, call.now);
    if (changes.emailConfirm && email) await confirmEmail(tx, call, await reloadUser(tx, id));
    await audit(tx, call, SERVICE_ACTOR, 'user_signedup', { user_id: id });
    return reloadUser(tx, id);
  });
  return user instanceof Failure ? user : Response.json(presentUser(user));
}
