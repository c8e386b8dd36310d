import { sql } from 'kysely';
import { toStoredLine } from '#domain/line.ts';
import { readOrderLines } from '#domain/order.ts';
import type { Tables } from '#server/orders/tables.ts';
import { findHolder } from './erase-customer.ts';
import { exportAccount } from './export-account.ts';

/** Everything the shop holds of a customer, by address, as plain JSON; null when there is none. */
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
  const orders = await db
    .selectFrom('orders')
    .select([
      ...(['id', 'name', 'email', 'phone', 'address', 'order_items', 'total_amount'] as const),
      ...(['currency', 'status', 'payment_status', 'created_at', 'paid_at'] as const),
    ])
    .where(sql<boolean>`lower(email) = ${email}`)
    .orderBy('created_at', 'desc')
    .execute();
  const messages = await db
    .selectFrom('contacts')
    .select(['name', 'email', 'phone', 'message', 'created_at'])
    .where(sql<boolean>`lower(btrim(email)) = ${email}`)
    .orderBy('created_at', 'desc')
    .execute();
  const notes = await db
    .selectFrom('notes')
    .select(['body', 'created_at'])
    .where(
      sql<boolean>`(email = ${email} or order_id = any(${orders.map(({ id }) => id)}::uuid[]))`,
    )
    .orderBy('created_at', 'desc')
    .execute();
  const reports = await db
    .selectFrom('code_reports')
    .select(['message', 'bought_at', 'created_at'])
    .where(sql<boolean>`lower(email) = ${email}`)
    .orderBy('created_at', 'desc')
    .execute();
  const recalls = await db
    .selectFrom('recall_recipients')
    .select(['recall_id', 'order_ids', 'name', 'acknowledged_at'])
    .where(sql<boolean>`lower(email) = ${email}`)
    .execute();
  const links = await db
    .selectFrom('payment_links')
    .select(['customer', 'order_items', 'total_amount', 'created_at', 'expires_at'])
    .where(sql<boolean>`lower(customer ->> 'email') = ${email}`)
    .orderBy('created_at', 'desc')
    .execute();
  return {
    exported_at: now.toISOString(),
    customer: { name: customer.name, email },
    account: account && { ...account.account, cart: account.cart, orders: account.orders },
    orders: orders.map(({ order_items, total_amount, ...order }) => ({
      ...order,
      lines: readOrderLines(order_items).map(toStoredLine),
      total_amount: Number(total_amount),
    })),
    messages,
    notes,
    reports,
    recalls,
    payment_links: links,
  };
}
