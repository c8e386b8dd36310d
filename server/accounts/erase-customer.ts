import { sql } from 'kysely';
import { shippablePayments } from '#domain/payment-status.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Accounts } from './accounts.ts';
import { deleteAccount, forgetInSteps, forgetPerson } from './delete-account.ts';
import { recordErasedGuest } from './erased-guests.ts';

export type ErasedCustomer =
  | { kind: 'erased' }
  | { kind: 'customer_not_found' | 'admin_account' }
  /** Number of paid orders that still have to ship, for which the address is needed. */
  | { kind: 'orders_open'; count: number };

/**
 * Erases a customer on behalf of the team: the account of that address with all its data, or what a
 * guest left under the address. The books keep what was sold, but not to whom.
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
  const holder = await findHolder(db, email);
  const count = await countOpenOrders(db, email, holder);
  if (count > 0) return { kind: 'orders_open', count };
  if (holder) {
    const { erasedBy } = which;
    const outcome = await deleteAccount(context, accounts, holder, { erasedBy });
    const kinds = { deleted: 'erased', not_found: 'customer_not_found' } as const;
    return { kind: outcome === 'admin_account' ? outcome : kinds[outcome] };
  }
  const guest = { userId: null, addresses: [email], wantedAddress: null };
  const forgotten = await forgetInSteps(context, guest, which.erasedBy);
  await db.transaction().execute(async (tx) => {
    await setAuditActor(tx, which.erasedBy);
    await forgetPerson(tx, guest, forgotten);
    await recordErasedGuest(tx, email);
  });
  return { kind: 'erased' };
}

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

async function countOpenOrders(db: Tables, email: string, holder: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('payment_status', 'in', [...shippablePayments, 'review', 'disputed'])
    .where('status', 'in', ['pending', 'processing'])
    .where(({ or, eb }) =>
      or([sql<boolean>`lower(email) = ${email}`, ...(holder ? [eb('user_id', '=', holder)] : [])]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}
