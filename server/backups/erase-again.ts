import type { Accounts } from '#server/accounts/accounts.ts';
import { deleteAccount } from '#server/accounts/delete-account.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

/** Accounts that were deleted and that a restored backup brought back are deleted again. */
export async function eraseAgain(context: OrderContext, accounts: Accounts): Promise<void> {
  const found = await context.db
    .selectFrom('private.erasures')
    .innerJoin('auth.users', 'auth.users.id', 'private.erasures.account_id')
    .select('account_id')
    .execute();
  for (const { account_id } of found) {
    await deleteAccount(context, accounts, account_id, { tell: false });
    context.log.info({ accountId: account_id }, 'An account of the backup was deleted again.');
  }
}
