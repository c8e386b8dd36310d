import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';
import { findHolder } from './erase-customer.ts';
import { exportAccount } from './export-account.ts';
import { readCorrespondence, readOrders } from './read-held-data.ts';
import { readInPages } from './read-in-pages.ts';

/**
 * Everything the shop holds about a customer, by address, lists in pages; null if there is none.
 */
export async function exportCustomer(db: Tables, customerId: string, now: Date) {
  const customer = await db
    .selectFrom('customers')
    .select(['email', 'name'])
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (!customer) return null;
  const { email } = customer;
  const holder = await findHolder(db, email);
  const account = holder ? await exportAccount(db, holder, now) : null;
  const notes = db
    .selectFrom('notes')
    .select(['body', 'created_at'])
    .where(
      sql<boolean>`(email = ${email} or order_id in (
        select id from public.orders where lower(email) = ${email}
      ))`,
    );
  return {
    exported_at: now.toISOString(),
    customer: { name: customer.name, email },
    account: account && { ...account.account, cart: account.cart, orders: account.orders },
    orders: readOrders(db, sql<boolean>`lower(email) = ${email}`),
    notes: readInPages(notes),
    ...readCorrespondence(db, email),
  };
}
