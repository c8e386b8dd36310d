import { sql } from 'kysely';
import { toStoredLine } from '#domain/line.ts';
import { readOrderLines } from '#domain/order.ts';
import type { Tables } from '#server/orders/tables.ts';

/** Everything the shop holds of one customer, as plain JSON; null when there is no such account. */
export async function exportAccount(db: Tables, userId: string, now: Date) {
  const user = await db
    .selectFrom('auth.users')
    .select([
      'id',
      'email',
      'email_confirmed_at',
      'raw_user_meta_data',
      'created_at',
      'last_sign_in_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return null;
  const orders = await db
    .selectFrom('orders')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'address',
      'order_items',
      'total_amount',
      'currency',
      'status',
      'payment_status',
      'created_at',
      'paid_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  const cart = await db
    .selectFrom('cart_items')
    .select(['product_id', 'product_name', 'weight', 'price', 'quantity'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
  // Without a confirmed email address, there is no telling whose messages those are.
  const messages = user.email_confirmed_at
    ? await db
        .selectFrom('contacts')
        .select(['name', 'email', 'phone', 'message', 'created_at'])
        .where(sql`lower(email)`, '=', user.email)
        .orderBy('created_at', 'desc')
        .execute()
    : [];
  return {
    exported_at: now.toISOString(),
    account: {
      id: user.id,
      email: user.email,
      email_confirmed_at: user.email_confirmed_at,
      details: user.raw_user_meta_data,
      created_at: user.created_at,
      last_sign_in_at: user.last_sign_in_at,
    },
    orders: orders.map(({ order_items, total_amount, ...order }) => ({
      ...order,
      lines: readOrderLines(order_items).map(toStoredLine),
      total_amount: Number(total_amount),
    })),
    cart: cart.map((line) => ({ ...line, price: Number(line.price) })),
    messages,
  };
}
