import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';
import { type AdminAccount, adminAccounts } from './admin-accounts.ts';
import type { Invitation } from './invite-admin.ts';
import { openInvitations } from './open-invitations.ts';

export interface ListedAdmin extends AdminAccount {
  /** Has a verified authenticator app. */
  two_steps: boolean;
}

/** Admins and open invitations. */
export async function listAdmins(
  db: Tables,
): Promise<{ admins: ListedAdmin[]; invitations: Invitation[] }> {
  const admins = await adminAccounts(db);
  const { rows } = await sql<{ user_id: string }>`
    select user_id from auth.mfa_factors
    where status = 'verified' and user_id = any (${admins.map(({ id }) => id)}::uuid[])
  `.execute(db);
  const withApp = new Set(rows.map(({ user_id }) => user_id));
  const invitations = await openInvitations(db)
    .select(['id', 'email', 'created_at', 'expires_at'])
    .orderBy('created_at', 'desc')
    .execute();
  return {
    admins: admins.map((admin) => ({ ...admin, two_steps: withApp.has(admin.id) })),
    invitations,
  };
}
