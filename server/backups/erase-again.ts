import type { Accounts } from '#server/accounts/accounts.ts';
import { deleteAccount, forgetPerson } from '#server/accounts/delete-account.ts';
import { findReturnedGuests, forgetReturnedGuests } from '#server/accounts/erased-guests.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

/** Whoever was erased and came back with a restored backup is erased again: accounts, and guests. */
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
  await context.db.transaction().execute(async (tx) => {
    const addresses = await findReturnedGuests(tx);
    if (addresses.length > 0) {
      await forgetPerson(tx, { userId: null, addresses, wantedAddress: null });
      context.log.info({ guests: addresses.length }, 'Guests of the backup were erased again.');
    }
    await forgetReturnedGuests(tx);
  });
}
