import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';
import { noCorrespondence, readCorrespondence, readOrders } from './read-held-data.ts';
import { mapPages, readInPages } from './read-in-pages.ts';

/**
 * Everything the shop holds about one customer, lists in pages; null if there is no such account.
 */
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
  const cart = db
    .selectFrom('cart_items')
    .select(['product_id', 'product_name', 'weight', 'price', 'quantity'])
    .where('user_id', '=', userId);
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
    orders: readOrders(db, sql<boolean>`user_id = ${userId}::uuid`),
    cart: mapPages(
      readInPages(cart, { columns: ['product_id', 'weight'], direction: 'asc' }),
      (line) => ({ ...line, price: Number(line.price) }),
    ),
    // If the email address isn't confirmed, we can't tell whose these are.
    ...(user.email && user.email_confirmed_at
      ? readCorrespondence(db, user.email)
      : noCorrespondence),
  };
}
