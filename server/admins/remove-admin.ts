import { sql } from 'kysely';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import { adminAccounts } from './admin-accounts.ts';

export type RemovedAdmin =
  | 'removed'
  /** Nobody takes the right away from themselves: so somebody always has it. */
  | 'own_right'
  | 'configured_admin'
  | 'admin_not_found'
  /** Whoever asks lost the right a moment ago. */
  | 'not_admin';

/**
 * Takes an administrator's right away, at once, and with it every invitation that could bring it or
 * what it did back: those by them and those to their address. The account stays a customer's.
 */
export function removeAdmin(
  db: Tables,
  { userId, removedBy }: { userId: string; removedBy: string },
): Promise<RemovedAdmin> {
  return db.transaction().execute(async (tx): Promise<RemovedAdmin> => {
    // Two who remove each other at the same moment must not both succeed.
    await sql`select pg_advisory_xact_lock(hashtext('remove-admin'))`.execute(tx);
    const admins = await adminAccounts(tx);
    if (!admins.some(({ id }) => id === removedBy)) return 'not_admin';
    if (userId === removedBy) return 'own_right';
    const admin = admins.find(({ id }) => id === userId);
    if (!admin) return 'admin_not_found';
    if (admin.configured) return 'configured_admin';
    await setAuditActor(tx, removedBy);
    // What a client writes may not touch a role in user metadata (`private.strip_client_role`).
    await sql`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`.execute(
      tx,
    );
    await sql`update auth.users set
        raw_app_meta_data = raw_app_meta_data - 'role',
        raw_user_meta_data = raw_user_meta_data - 'role',
        updated_at = now()
      where id = ${userId}`.execute(tx);
    await tx
      .deleteFrom('private.admin_invitations')
      .where('accepted_at', 'is', null)
      .where((where) =>
        where.or([
          where('invited_by', '=', userId),
          where('email', '=', admin.email?.toLowerCase() ?? ''),
        ]),
      )
      .execute();
    return 'removed';
  });
}
