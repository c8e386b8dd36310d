import { CompiledQuery, sql } from 'kysely';
import { orderPlaceholders } from '#domain/order.ts';
import { accountDeletedMail } from '#emails/account-deleted.ts';
import { adminAccounts } from '#server/admins/admin-accounts.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Accounts } from './accounts.ts';

export type DeletedAccount = 'deleted' | 'admin_account' | 'not_found';

/**
 * Deletes the account. Its orders stay for the books (what, when, how much, how it was paid) and no
 * longer say whose they were; cart, messages, recovery codes and the texts of mails go. Called again
 * after a failure it finishes what was begun.
 */
export async function deleteAccount(
  context: OrderContext,
  accounts: Accounts,
  userId: string,
): Promise<DeletedAccount> {
  const site = await context.site();
  const outcome = await context.db.transaction().execute(async (tx): Promise<DeletedAccount> => {
    const user = await tx
      .selectFrom('auth.users')
      .select(['email', 'email_confirmed_at'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return 'not_found';
    // The shop must not lose its last administrator by a slip.
    if ((await adminAccounts(tx)).some(({ id }) => id === userId)) return 'admin_account';
    await forgetMails(tx, userId, user.email ?? '');
    await anonymizeOrders(tx, userId);
    if (user.email && user.email_confirmed_at) {
      await tx.deleteFrom('contacts').where(sql`lower(email)`, '=', user.email).execute();
      const mail = accountDeletedMail(site);
      const { text, values = [] } = emailStatement({
        dedupeKey: `account:${userId}:deleted`,
        recipient: user.email,
        ...mail,
      });
      await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    }
    return 'deleted';
  });
  if (outcome === 'deleted') await accounts.remove(userId);
  return outcome;
}

async function anonymizeOrders(tx: Tables, userId: string): Promise<void> {
  const { deletedName, deletedEmail, deletedAddress } = orderPlaceholders;
  await tx
    .updateTable('orders')
    .set({
      user_id: null,
      name: deletedName,
      email: deletedEmail,
      phone: '',
      address: deletedAddress,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** What was sent keeps its row, by which no mail goes out twice, and loses what it said to whom. */
async function forgetMails(tx: Tables, userId: string, email: string): Promise<void> {
  await tx
    .updateTable('private.email_outbox')
    .set((field) => ({
      recipient: orderPlaceholders.deletedEmail,
      subject: '',
      html: '',
      text: '',
      dismissed_at: sql<Date>`now()`,
      dedupe_key: sql<string>`case when order_id is null then 'deleted:' || ${field.ref('id')} else dedupe_key end`,
    }))
    .where('status', '<>', 'queued')
    .where((where) =>
      where.or([
        where('recipient', '=', email),
        where('order_id', 'in', (inner) =>
          inner.selectFrom('orders').select('orders.id').where('user_id', '=', userId),
        ),
      ]),
    )
    .execute();
}
