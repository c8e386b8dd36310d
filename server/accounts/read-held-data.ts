import { type Expression, type SqlBool, sql } from 'kysely';
import { toStoredLine } from '#domain/line.ts';
import { readOrderLines } from '#domain/order.ts';
import type { Tables } from '#server/orders/tables.ts';
import { mapPages, readInPages } from './read-in-pages.ts';

/** Orders as shown to customers, in pages, newest first. */
export function readOrders(db: Tables, which: Expression<SqlBool>) {
  const query = db
    .selectFrom('orders')
    .select([
      ...(['id', 'name', 'email', 'phone', 'address', 'order_items', 'total_amount'] as const),
      ...(['currency', 'status', 'payment_status', 'created_at', 'paid_at'] as const),
    ])
    .where(which);
  return mapPages(readInPages(query), ({ order_items, total_amount, ...order }) => ({
    ...order,
    lines: readOrderLines(order_items).map(toStoredLine),
    total_amount: Number(total_amount),
  }));
}

/**
 * What came from an address and went to it apart from orders: messages, reports of odd jars,
 * recalls and payment links, each in pages, newest first.
 */
export function readCorrespondence(db: Tables, address: string) {
  const email = address.toLowerCase();
  const messages = db
    .selectFrom('contacts')
    .select(['name', 'email', 'phone', 'message', 'created_at'])
    .where(sql<boolean>`lower(btrim(email)) = ${email}`);
  const reports = db
    .selectFrom('code_reports')
    .select(['message', 'bought_at', 'created_at'])
    .where(sql<boolean>`lower(email) = ${email}`);
  const recalls = db
    .selectFrom('recall_recipients')
    .select(['recall_id', 'order_ids', 'name', 'acknowledged_at'])
    .where(sql<boolean>`lower(email) = ${email}`);
  const links = db
    .selectFrom('payment_links')
    .select(['customer', 'order_items', 'total_amount', 'created_at', 'expires_at'])
    .where(sql<boolean>`lower(customer ->> 'email') = ${email}`);
  return {
    messages: readInPages(messages),
    reports: readInPages(reports),
    recalls: readInPages(recalls),
    payment_links: readInPages(links),
  };
}

export const noCorrespondence = { messages: [], reports: [], recalls: [], payment_links: [] };
