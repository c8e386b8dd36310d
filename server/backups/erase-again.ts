import type { Accounts } from '#server/accounts/accounts.ts';
import { deleteAccount, forgetInSteps, forgetPerson } from '#server/accounts/delete-account.ts';
import { findReturnedGuests, forgetReturnedGuests } from '#server/accounts/erased-guests.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

/**
 * Erases accounts and guests again that a restored backup brought back after they had been erased.
 */
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
  const addresses = await findReturnedGuests(context.db);
  const guests = { userId: null, addresses, wantedAddress: null };
  const forgotten = addresses.length > 0 ? await forgetInSteps(context, guests) : null;
  await context.db.transaction().execute(async (tx) => {
    if (forgotten) await forgetPerson(tx, guests, forgotten);
    await forgetReturnedGuests(tx);
  });
  if (forgotten)
    context.log.info({ guests: addresses.length }, 'Guests of the backup were erased again.');
}
