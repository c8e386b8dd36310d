import type { OrderContext } from '#server/orders/order-context.ts';
import { isCaptureUnclear } from '#server/orders/order-state/attempt-state.ts';
import { endOrder } from '#server/orders/order-state/end-order.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { closePaymentPage } from './close-payment-page.ts';
import { readUnclearCapture } from './read-unclear-capture.ts';

type Attempt = Pick<ShopperOrder, 'id' | 'provider' | 'reference'>;

/** Ensures that an unpaid order can no longer be paid. False if its page couldn't be closed. */
export async function closeAttempt(context: OrderContext, other: Attempt): Promise<boolean> {
  const { provider: name, reference } = other;
  if (context.providers[name]?.close) {
    // Its page is still being opened; `claimPaymentPage` checks for this payment before sending anyone
    // there.
    if (reference === null) return true;
    return (await closePaymentPage(context, name, reference)).kind !== 'unavailable';
  }
  return closeWallet(context, other);
}

/** A wallet page can't be closed, but an approval there will no longer be captured. */
async function closeWallet(context: OrderContext, { id, ...page }: Attempt): Promise<boolean> {
  const { db, now } = context;
  const end = () =>
    db.transaction().execute((tx) => endOrder(tx, id, 'expired', { forGood: true }));
  if (await end()) return true;
  const left = await db
    .selectFrom('orders as o')
    .innerJoin('private.checkout_attempts as attempt', 'attempt.order_id', 'o.id')
    .select(['o.payment_status as paymentStatus', 'attempt.capture_claimed_at as captureClaimedAt'])
    .where('o.id', '=', id)
    .where('o.payment_status', '=', 'pending')
    .where('attempt.money_under_way_at', 'is', null)
    .executeTakeFirst();
  // Decided, or its money is in transit: there is nothing left to close.
  if (!left) return true;
  if (!isCaptureUnclear(left, now())) return false;
  const read = await readUnclearCapture(context, {
    ...{ id, ...page },
    captureClaimedAt: left.captureClaimedAt,
  });
  if (read.kind === 'unavailable') return false;
  await end();
  return true;
}
