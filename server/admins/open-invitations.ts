import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/**
 * Invitations that can be accepted now: not used, not expired, and sent by someone who is still an
 * admin.
 */
export function openInvitations(db: Tables) {
  return db
    .selectFrom('private.admin_invitations')
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`invited_by in (select id from private.admin_accounts())`);
}
