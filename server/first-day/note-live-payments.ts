import { sql } from 'kysely';
import type { OrderContext } from '#server/orders/order-context.ts';

export const liveSinceKey = 'live_payments_since';

/**
 * Records when the shop first started with live keys: earlier orders were paid in a sandbox and
 * prove nothing about the live keys. Uses the database's clock, like `orders.paid_at`.
 */
export async function recordLivePayments({
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
