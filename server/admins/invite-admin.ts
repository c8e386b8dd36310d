import { randomBytes } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { adminInvitationMail } from '#emails/admin-invitation.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import { hashAccessToken } from '#server/orders/access-token.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import { adminAccounts } from './admin-accounts.ts';

/** How many days an invitation is valid. */
const invitationDays = 7;

export interface Invitation {
  id: string;
  email: string;
  created_at: Date;
  expires_at: Date;
}

export type Invited = { kind: 'invited'; invitation: Invitation } | { kind: 'already_admin' };

/**
 * Emails a link that makes the holder of that email address an admin. Inviting someone again voids
 * the earlier link.
 */
export async function inviteAdmin(
  { db, site }: OrderContext,
  wanted: { email: string; invitedBy: string },
  origin: string,
): Promise<Invited> {
  const facts = await site();
  const email = wanted.email.toLowerCase();
  const token = randomBytes(32).toString('base64url');
  const token_hash = hashAccessToken(token);
  return db.transaction().execute(async (tx): Promise<Invited> => {
    const admins = await adminAccounts(tx);
    if (admins.some((admin) => admin.email?.toLowerCase() === email)) {
      return { kind: 'already_admin' };
    }
    await setAuditActor(tx, wanted.invitedBy);
    const fresh = {
      token_hash,
      invited_by: wanted.invitedBy,
      expires_at: sql<Date>`now() + make_interval(days => ${invitationDays})`,
    };
    const invitation = await tx
      .insertInto('private.admin_invitations')
      .values({ email, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .where('accepted_at', 'is', null)
          .doUpdateSet({ ...fresh, created_at: sql<Date>`now()` }),
      )
      .returning(['id', 'email', 'created_at', 'expires_at'])
      .executeTakeFirstOrThrow();
    const url = `${origin}/admin/invitation#token=${token}`;
    const { text, values = [] } = emailStatement({
      dedupeKey: `admin-invitation:${invitation.id}:${token_hash}`,
      recipient: email,
      secret: true,
      ...adminInvitationMail({ url, validDays: invitationDays }, facts, origin),
    });
    await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    return { kind: 'invited', invitation };
  });
}
