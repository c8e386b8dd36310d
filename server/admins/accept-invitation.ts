import { sql } from 'kysely';
import type { Accounts, OpenedAccount } from '#server/accounts/accounts.ts';
import { hashAccessToken } from '#server/orders/access-token.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import { openInvitations } from './open-invitations.ts';

export interface OpenedInvitation {
  id: string;
  email: string;
  /** Hash of the token in the opened link; a later invitation replaces it. */
  token_hash: string;
  /** The account that has confirmed the address; null if there is none yet. */
  holderId: string | null;
}

/** The invitation behind an emailed link; null if it was accepted or withdrawn or has expired. */
export async function readInvitation(db: Tables, token: string): Promise<OpenedInvitation | null> {
  const invitation = await openInvitations(db)
    .select(['id', 'email', 'token_hash'])
    .where('token_hash', '=', hashAccessToken(token))
    .executeTakeFirst();
  if (!invitation) return null;
  const holder = await findAccount(db, invitation.email);
  return { ...invitation, holderId: holder?.email_confirmed_at ? holder.id : null };
}

/**
 * For the signed-in holder of the email address. False if the invitation was already accepted, the
 * link is void or the account's email has changed.
 */
export function acceptWithAccount(
  db: Tables,
  invitation: Pick<OpenedInvitation, 'id' | 'email' | 'token_hash'>,
  userId: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('auth.users')
      .select('id')
      .where('id', '=', userId)
      .where('email', '=', invitation.email)
      .where('email_confirmed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return false;
    await setAuditActor(tx, userId);
    const accepted = await tx
      .updateTable('private.admin_invitations')
      .set({ accepted_at: sql<Date>`now()` })
      .where('id', '=', invitation.id)
      .where('token_hash', '=', invitation.token_hash)
      .where('accepted_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where(sql<boolean>`invited_by in (select id from private.admin_accounts())`)
      .returning('id')
      .execute();
    if (accepted.length === 0) return false;
    await sql`update auth.users set
        raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"role": "admin"}',
        updated_at = now()
      where id = ${userId}`.execute(tx);
    return true;
  });
}

/**
 * Creates a confirmed account for an invited address: the token was emailed there. Someone else may
 * have signed up with the address without ever confirming it. That account, its password and its
 * linked identities are not the holder's, so it is deleted.
 */
export async function openInvitedAccount(
  { db }: Pick<OrderContext, 'db'>,
  accounts: Accounts,
  { email, password }: { email: string; password: string },
): Promise<OpenedAccount> {
  const squatter = await findAccount(db, email);
  if (squatter && !squatter.email_confirmed_at) await accounts.remove(squatter.id);
  return accounts.open(email, password);
}

function findAccount(db: Tables, email: string) {
  return db
    .selectFrom('auth.users')
    .select(['id', 'email_confirmed_at'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
