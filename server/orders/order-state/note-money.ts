import { type SqlBool, sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/**
 * Of an attempt to pay: money was sent for it that is yet to be decided on, or a capture was begun whose
 * end is not recorded. What has been paid keeps its claim, so ask for unpaid orders.
 */
export const moneyMayCome = sql<SqlBool>`
  (money_under_way_at is not null or capture_claimed_at is not null)`;

/**
 * Notes that money was sent for an unpaid order and that the bank or the provider has yet to decide.
 * The caller has locked the order.
 */
export async function noteMoneyUnderWay(tx: Tables, orderId: string): Promise<void> {
  await tx
    .updateTable('private.checkout_attempts')
    .set({ money_under_way_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('money_under_way_at', 'is', null)
    .execute();
}

/**
 * Notes the provider's word that no money comes: it was declined, or can no longer be sent. True when
 * some was waited for. The caller has locked the order.
 */
export async function noteNoMoney(tx: Tables, orderId: string): Promise<boolean> {
  const attempt = await tx
    .updateTable('private.checkout_attempts')
    .set({ money_under_way_at: null, capture_claimed_at: null })
    .where('order_id', '=', orderId)
    .where(moneyMayCome)
    .returning('order_id')
    .executeTakeFirst();
  return attempt !== undefined;
}
