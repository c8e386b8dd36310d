import { CompiledQuery, sql } from 'kysely';
import { accountDeletedMail } from '#emails/account-deleted.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Accounts } from './accounts.ts';
import {
  deletedKey,
  forgetInSteps,
  forgetLastDeletions,
  forgetLatecomers,
  forgetPerson,
} from './forget-person.ts';
import { type AccountHolder, findAccountHolder } from './person.ts';

/** `closed`: nobody can use the account anymore, and `eraseAgain` erases what is left. */
export type DeletedAccount = 'deleted' | 'closed' | 'admin_account' | 'not_found';

/**
 * Deletes the account. Its orders, and guest orders placed with an email address that it confirmed,
 * are kept for the books (what, when, how much, how it was paid) without saying whose they were.
 * The cart, messages, recovery codes, sessions, email texts and sign-in log entries are deleted.
 * The account is closed first, so whatever fails afterwards is finished by calling it again or by
 * `eraseAgain`. `erasedBy`: the team member who did it, null for a key; paid orders that still have
 * to ship then keep their details. Rejects if the account could not be closed; nothing is deleted
 * then.
 */
export async function deleteAccount(
  context: OrderContext,
  accounts: Accounts,
  userId: string,
  erasedBy?: string | null,
): Promise<DeletedAccount> {
  const holder = await findAccountHolder(context.db, userId, erasedBy !== undefined);
  if (typeof holder === 'string') return holder;
  await closeAccount(context.db, accounts, holder);
  try {
    return await finishDeletion(context, accounts, holder, { tell: true, erasedBy });
  } catch (error) {
    context.log.error(
      { err: error, accountId: userId },
      'A closed account is not deleted yet; it is tried again.',
    );
    return 'closed';
  }
}

/**
 * Deletes a recorded account that is still there. The customer is notified by email if `tell` is
 * true, even if an earlier try already queued that email: it is sent only once.
 */
export async function deleteAccountAgain(
  context: OrderContext,
  accounts: Accounts,
  recorded: { userId: string; tell: boolean; keepsOpenOrders: boolean },
): Promise<DeletedAccount> {
  const { userId, tell, keepsOpenOrders } = recorded;
  const holder = await findAccountHolder(context.db, userId, keepsOpenOrders);
  if (typeof holder === 'string') return holder;
  await accounts.close(userId);
  return finishDeletion(context, accounts, holder, { tell });
}

/**
 * Records the deletion before closing the account, so that a crash in between leaves nothing closed
 * for good.
 */
async function closeAccount(
  db: Tables,
  accounts: Accounts,
  { userId, keepsOpenOrders }: AccountHolder,
): Promise<void> {
  await db
    .insertInto('private.erasures')
    .values({ account_id: userId, under_way: true, keeps_open_orders: keepsOpenOrders })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        erased_at: sql<Date>`now()`,
        noted_at: null,
        under_way: true,
        keeps_open_orders: keepsOpenOrders,
      }),
    )
    .execute();
  try {
    await accounts.close(userId);
  } catch (error) {
    await sql`delete from private.erasures where account_id = ${userId} and not exists (
      select from auth.users where id = ${userId} and banned_until > now())`.execute(db);
    throw error;
  }
}

async function finishDeletion(
  context: OrderContext,
  accounts: Accounts,
  found: AccountHolder,
  { tell, erasedBy }: { tell: boolean; erasedBy?: string | null | undefined },
): Promise<DeletedAccount> {
  const { db } = context;
  const { userId } = found;
  const site = await context.site();
  const forgotten = await forgetInSteps(context, found, erasedBy);
  const outcome = await db.transaction().execute(async (tx): Promise<DeletedAccount> => {
    const holder = await findAccountHolder(tx, userId, found.keepsOpenOrders);
    if (typeof holder === 'string') return holder;
    if (erasedBy !== undefined) await setAuditActor(tx, erasedBy);
    await forgetPerson(tx, holder, forgotten);
    if (holder.mailbox && tell) {
      const mail = accountDeletedMail(site, context.origin);
      const { text, values = [] } = emailStatement({
        dedupeKey: deletedKey(userId),
        recipient: holder.mailbox,
        secret: true,
        ...mail,
      });
      await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    }
    return 'deleted';
  });
  if (outcome === 'admin_account') return outcome;
  await forgetLatecomers(db, found, forgotten);
  await accounts.remove(userId);
  await forgetLatecomers(db, found, forgotten);
  await forgetLastDeletions(db);
  await recordDeletions(db);
  return outcome;
}

/** Accounts under way that are gone now count as deleted, and may be noted beside the backups. */
export async function recordDeletions(db: Tables): Promise<void> {
  await sql`update private.erasures set under_way = false, erased_at = now()
    where under_way and not exists (select from auth.users where id = account_id)`.execute(db);
}
