import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { deleteUser, type UserRow, updateUser } from '../accounts/users.ts';
import { audit, SERVICE_ACTOR } from '../audit.ts';
import { endFlows } from '../codes/end-flows.ts';
import { clearOneTimeTokens } from '../codes/one-time-tokens.ts';
import { Failure } from '../failure.ts';
import { readOptionalBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { deleteInChunks, type Removal } from '../sessions/delete-in-chunks.ts';
import { requireService } from '../sessions/require-user.ts';
import { endSessions } from '../sessions/sessions.ts';
import { inTransaction } from '../transaction.ts';
import { loadUser } from './admin-get-user.ts';

const body = z.object({ should_soft_delete: z.boolean().default(false) });

/** DELETE /admin/users/{id}. A soft delete keeps the row without personal data. */
export async function adminDeleteUser(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  if (user instanceof Failure) return user;
  const params = await readOptionalBody(call.request, body);
  if (params instanceof Failure) return params;
  // Outside the transaction: deleting very many at once would block everyone else.
  for (const removal of [tokensOf(user.id), sessionsOf(user.id)]) {
    await deleteInChunks(call.database, removal);
  }
  const failure = await inTransaction(call, async (tx) => {
    await audit(tx, call, SERVICE_ACTOR, 'user_deleted', { user_id: user.id });
    if (!params.should_soft_delete) await deleteUser(tx, user.id);
    else if (!user.deleted_at) await deleteSoftly(tx, call, user);
  });
  return failure ?? Response.json({});
}

const sessionsOf = (userId: string): Removal => ({
  table: 'auth.sessions',
  condition: 'user_id = $1',
  value: userId,
});

const tokensOf = (userId: string): Removal => ({
  table: 'auth.refresh_tokens',
  condition: 'session_id in (select s.id from auth.sessions s where s.user_id = $1)',
  value: userId,
});

async function deleteSoftly(tx: Queryable, call: AuthCall, user: UserRow): Promise<void> {
  const veil = (value: string | null) => value && hashOf(user.id, value);
  const changes = {
    email: veil(user.email),
    phone: user.phone && hashOf(user.id, user.phone).slice(0, 15),
    email_change: '',
    phone_change: '',
    encrypted_password: null,
    confirmation_token: '',
    recovery_token: '',
    email_change_token_current: '',
    email_change_token_new: '',
    phone_change_token: '',
    reauthentication_token: '',
    deleted_at: call.now.toISOString(),
  };
  await updateUser(tx, user.id, changes, call.now);
  await tx.query({
    text: `update auth.users set raw_user_meta_data = '{}', raw_app_meta_data = '{}' where id = $1`,
    values: [user.id],
  });
  await tx.query({
    text: `update auth.identities set identity_data = '{}', provider_id = md5(id::text || provider_id)
      where user_id = $1`,
    values: [user.id],
  });
  await tx.query({ text: 'delete from auth.mfa_factors where user_id = $1', values: [user.id] });
  await clearOneTimeTokens(tx, user.id);
  await endFlows(tx, user.id);
  await endSessions(tx, { userId: user.id });
}

function hashOf(id: string, value: string): string {
  return createHash('sha256').update(`${id}${value}`).digest('base64url');
}
