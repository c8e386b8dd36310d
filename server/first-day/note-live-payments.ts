import { sql } from 'kysely';
import type { OrderContext } from '#server/orders/order-context.ts';

export const liveSinceKey = 'live_payments_since';

/**
 * Notes when the shop first started with live keys: orders that were paid before, in a sandbox,
 * prove nothing about them. By the database's clock, as `orders.paid_at`.
 */
export async function noteLivePayments({
  db,
  providers,
}: Pick<OrderContext, 'db' | 'providers'>): Promise<void> {
  if (!Object.values(providers).some(({ keys }) => keys === 'live')) return;
  await db
    .insertInto('private.settings')
    .values({ key: liveSinceKey, value: sql`now()::text` })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
