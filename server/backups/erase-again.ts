import { sql } from 'kysely';
import type { Accounts } from '#server/accounts/accounts.ts';
import { deleteAccountAgain, recordDeletions } from '#server/accounts/delete-account.ts';
import { findReturnedGuests, forgetReturnedGuests } from '#server/accounts/erased-guests.ts';
import { forgetInSteps, forgetPerson } from '#server/accounts/forget-person.ts';
import { guestsOf } from '#server/accounts/person.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Tables } from '#server/orders/tables.ts';

/**
 * Finishes deletions of accounts that stopped half-way, and erases accounts and guests again that a
 * restored backup brought back. One that fails does not keep the others waiting; rejects if any did.
 */
export async function eraseAgain(context: OrderContext, accounts: Accounts): Promise<void> {
  const failures: unknown[] = [];
  const report = (error: unknown, facts: object) => {
    failures.push(error);
    context.log.error({ err: error, ...facts }, 'Erased data is still there; it is tried again.');
  };
  for (const { account_id, under_way, keeps_open_orders } of await findDueAccounts(context.db)) {
    const recorded = {
      userId: account_id,
      // Whoever comes from a backup was told when the account was deleted for the first time.
      tell: under_way,
      keepsOpenOrders: under_way && keeps_open_orders,
    };
    try {
      const outcome = await deleteAccountAgain(context, accounts, recorded);
      if (outcome === 'deleted')
        context.log.info({ accountId: account_id }, 'An account was deleted that was still there.');
    } catch (error) {
      report(error, { accountId: account_id });
    }
  }
  await recordDeletions(context.db);
  await eraseGuestsAgain(context).catch((error) => report(error, { of: 'guests' }));
  if (failures.length > 0) {
    throw new AggregateError(failures, 'Not everybody could be erased.');
  }
}

async function eraseGuestsAgain(context: OrderContext): Promise<void> {
  const addresses = await findReturnedGuests(context.db);
  const guests = guestsOf(addresses, false);
  const forgotten = addresses.length > 0 ? await forgetInSteps(context, guests) : null;
  await context.db.transaction().execute(async (tx) => {
    if (forgotten) await forgetPerson(tx, guests, forgotten);
    await forgetReturnedGuests(tx);
  });
  if (forgotten)
    context.log.info({ guests: addresses.length }, 'Guests of the backup were erased again.');
}

/** How many accounts and guests were erased and are still, or again, there. */
export async function countDueErasures(db: Tables): Promise<number> {
  const accounts = await findDueAccounts(db);
  const { count } = await db
    .selectFrom('private.erased_guests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('due', '=', true)
    .executeTakeFirstOrThrow();
  return accounts.length + Number(count);
}

interface DueAccount {
  account_id: string;
  /** Its deletion stopped half-way; otherwise a backup brought it back. */
  under_way: boolean;
  keeps_open_orders: boolean;
}

/**
 * Recorded accounts that are still there, except those used since: whoever went on using an account
 * that could not be closed has to ask for its deletion again. What began a moment ago may still be
 * under way in another process.
 */
async function findDueAccounts(db: Tables): Promise<DueAccount[]> {
  const { rows } = await sql<DueAccount>`
    select erasure.account_id, erasure.under_way, erasure.keeps_open_orders
    from private.erasures as erasure join auth.users as account on account.id = erasure.account_id
    where not (erasure.under_way and erasure.erased_at > now() - interval '5 minutes')
      and (
        (erasure.under_way and account.banned_until > now())
        or not (
          greatest(account.created_at, account.last_sign_in_at) > erasure.erased_at
          or exists (
            select from auth.sessions as session
            where session.user_id = account.id and greatest(session.created_at,
              session.refreshed_at at time zone 'UTC') > erasure.erased_at
          )
        )
      )`.execute(db);
  return rows;
}
