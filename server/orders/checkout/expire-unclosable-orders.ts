import type { OrderContext } from '#server/orders/order-context.ts';
import { isBeingCaptured } from '#server/orders/order-state/attempt-state.ts';
import { endOrder } from '#server/orders/order-state/end-order.ts';
import { relatedOrders } from './close-earlier-payment-pages.ts';
import type { NewOrder } from './create-order.ts';

/**
 * Expires the shopper's own unpaid orders that hold what this order needs, if their page can't be
 * closed or was never seen. If one is approved later, it is only captured if there is stock for it.
 * True if one was expired.
 */
export async function expireUnclosableOrders(
  context: OrderContext,
  order: NewOrder,
): Promise<boolean> {
  const { db, now, providers } = context;
  let ended = false;
  for (const own of await relatedOrders(context, order)) {
    const closable = own.reference !== null && providers[own.provider]?.close;
    if (own.paymentStatus !== 'pending' || closable || isBeingCaptured(own, now())) continue;
    if (await db.transaction().execute((tx) => endOrder(tx, own.id, 'expired'))) ended = true;
  }
  return ended;
}
