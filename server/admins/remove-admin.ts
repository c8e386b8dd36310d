import { sql } from 'kysely';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import { adminAccounts } from './admin-accounts.ts';

export type RemovedAdmin =
  | 'removed'
  /** Admins can't remove themselves, so there is always at least one. */
  | 'own_right'
  | 'configured_admin'
  | 'admin_not_found'
  /** The caller is no longer an admin. */
  | 'not_admin';

/**
 * Removes an admin's access at once, along with every invitation that they sent or received, which
 * could undo it. The account remains as a customer account.
 */
export function removeAdmin(
  db: Tables,
  { userId, removedBy }: { userId: string; removedBy: string },
): Promise<RemovedAdmin> {
  return db.transaction().execute(async (tx): Promise<RemovedAdmin> => {
    // Two admins who remove each other at the same moment must not both succeed.
    await sql`select pg_advisory_xact_lock(hashtext('remove-admin'))`.execute(tx);
    const admins = await adminAccounts(tx);
    if (!admins.some(({ id }) => id === removedBy)) return 'not_admin';
    if (userId === removedBy) return 'own_right';
    const admin = admins.find(({ id }) => id === userId);
    if (!admin) return 'admin_not_found';
    if (admin.configured) return 'configured_admin';
    await setAuditActor(tx, removedBy);
    // Client writes can't change a role in user metadata (`private.strip_client_role`).
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
