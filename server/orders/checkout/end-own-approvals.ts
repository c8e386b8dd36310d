import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/payment-sync/end-order.ts';
import { isBeingCaptured } from './attempt-state.ts';
import type { NewOrder } from './create-order.ts';
import { relatedOrders } from './find-already-paid.ts';

/**
 * Ends the shopper's own attempts that keep what this order asks for: those whose page cannot be
 * closed, or was never seen. What is approved there is not captured unless there is stock for it.
 * True when one ended.
 */
export async function endOwnApprovals(context: OrderContext, order: NewOrder): Promise<boolean> {
  const { db, now, providers } = context;
  let ended = false;
  for (const own of await relatedOrders(context, order)) {
    const closable = own.reference !== null && providers[own.provider]?.close;
    if (own.paymentStatus !== 'pending' || closable || isBeingCaptured(own, now())) continue;
    if (await db.transaction().execute((tx) => endOrder(tx, own.id, 'expired'))) ended = true;
  }
  return ended;
}
