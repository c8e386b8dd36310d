import { type SqlBool, sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/**
 * Whether an attempt's money may still arrive: it was sent and isn't decided on yet, or a capture
 * was started whose outcome isn't recorded. Paid orders keep their claim, so use this for unpaid
 * ones only.
 */
export const moneyMayCome = sql<SqlBool>`
  (money_under_way_at is not null or capture_claimed_at is not null)`;

/**
 * Records that money was sent for an unpaid order and that the bank or the provider has yet to
 * decide. The caller has locked the order.
 */
export async function recordPaymentUnderWay(tx: Tables, orderId: string): Promise<void> {
  await tx
    .updateTable('private.checkout_attempts')
    .set({ money_under_way_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('money_under_way_at', 'is', null)
    .execute();
}

/**
 * Records that, according to the provider, no money will arrive: it was declined, or can no longer
 * be sent. True if we were waiting for some. The caller has locked the order.
 */
export async function recordNoPaymentExpected(tx: Tables, orderId: string): Promise<boolean> {
  const attempt = await tx
    .updateTable('private.checkout_attempts')
    .set({ money_under_way_at: null, capture_claimed_at: null })
    .where('order_id', '=', orderId)
    .where(moneyMayCome)
    .returning('order_id')
    .executeTakeFirst();
  return attempt !== undefined;
}
