import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Accounts } from './accounts.ts';
import { deleteAccount } from './delete-account.ts';
import { recordErasedGuest } from './erased-guests.ts';
import { forgetInSteps, forgetPerson } from './forget-person.ts';
import { countOpenOrders, findAccountHolder, guestsOf } from './person.ts';

export type ErasedCustomer =
  | { kind: 'erased' }
  /** The account is closed, and `eraseAgain` erases what is left. */
  | { kind: 'unfinished' }
  | { kind: 'customer_not_found' | 'admin_account' }
  /** Number of paid orders that still have to ship, for which the address is needed. */
  | { kind: 'orders_open'; count: number };

/**
 * Erases a customer on behalf of the team: the account of that address with all its data, or what a
 * guest left under the address. The books keep what was sold, but not to whom. An order that is
 * paid meanwhile keeps its details, as it still has to ship.
 */
export async function eraseCustomer(
  context: OrderContext,
  accounts: Accounts,
  which: { customerId: string; erasedBy: string | null },
): Promise<ErasedCustomer> {
  const { db } = context;
  const customer = await db
    .selectFrom('customers')
    .select('email')
    .where('id', '=', which.customerId)
    .executeTakeFirst();
  if (!customer) return { kind: 'customer_not_found' };
  const { email } = customer;
  const { erasedBy } = which;
  const holder = await findHolder(db, email);
  const person = holder ? await findAccountHolder(db, holder, true) : guestsOf([email], true);
  if (person === 'admin_account') return { kind: person };
  if (person === 'not_found') return { kind: 'customer_not_found' };
  const count = await countOpenOrders(db, person);
  if (count > 0) return { kind: 'orders_open', count };
  if (person.userId !== null) {
    const outcome = await deleteAccount(context, accounts, person.userId, erasedBy);
    return { kind: kindOf[outcome] };
  }
  const forgotten = await forgetInSteps(context, person, erasedBy);
  await db.transaction().execute(async (tx) => {
    await setAuditActor(tx, erasedBy);
    await forgetPerson(tx, person, forgotten);
    await recordErasedGuest(tx, email);
  });
  return { kind: 'erased' };
}

const kindOf = {
  deleted: 'erased',
  closed: 'unfinished',
  not_found: 'customer_not_found',
  admin_account: 'admin_account',
} as const;

/** The account that has confirmed the address. */
export async function findHolder(db: Tables, email: string): Promise<string | null> {
  const account = await db
    .selectFrom('auth.users')
    .select('id')
    .where('email', '=', email)
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return account?.id ?? null;
}
