import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { moneyMayCome } from '#server/orders/order-state/record-expected-payment.ts';
import { releaseDiscountOfEnded } from '#server/orders/order-state/redeem-discount.ts';
import { releaseStockOfEnded } from '#server/orders/stock/order-stock.ts';
import type { Tables } from '#server/orders/tables.ts';

/**
 * Ends the claim made at that exact time, but no later claim by another process. If nothing was
 * captured, another attempt may be.
 */
export async function releaseCaptureClaim(
  { db }: OrderContext,
  orderId: string,
  claimedAt: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Locks the order before its attempt, as recording a payment does.
    await lockOrder(tx, orderId);
    await tx
      .updateTable('private.checkout_attempts')
      .set({ capture_claimed_at: null })
      .where('order_id', '=', orderId)
      .where('capture_claimed_at', '=', claimedAt)
      .execute();
    await releaseWhatEndedTook(tx, orderId);
  });
}

/**
 * Releases the stock and the code that an ended order took again for a payment, unless money may
 * still arrive: in transit, or through a later claim. The caller has locked the order.
 */
export async function releaseWhatEndedTook(tx: Tables, orderId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('private.checkout_attempts')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where(moneyMayCome)
    .executeTakeFirst();
  if (waiting) return;
  await releaseStockOfEnded(tx, orderId);
  await releaseDiscountOfEnded(tx, orderId);
}
