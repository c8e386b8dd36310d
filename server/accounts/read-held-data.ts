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

/** Messages from an address, in pages, newest first. */
export function readMessages(db: Tables, email: string) {
  const query = db
    .selectFrom('contacts')
    .select(['name', 'email', 'phone', 'message', 'created_at'])
    .where(sql<boolean>`lower(btrim(email)) = ${email.toLowerCase()}`);
  return readInPages(query);
}
