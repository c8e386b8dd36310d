import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/order-state/end-order.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { closePage } from './close-page.ts';

/**
 * Makes sure that an unpaid order can no longer be paid. False when its page could not be closed.
 */
export async function closeAttempt(
  context: OrderContext,
  other: Pick<ShopperOrder, 'id' | 'provider' | 'reference'>,
): Promise<boolean> {
  const { id, provider: name, reference } = other;
  if (context.providers[name]?.close) {
    // Its page is still being opened; `claimPage` checks for this payment before sending anyone
    // there.
    if (reference === null) return true;
    return (await closePage(context, name, reference)).kind !== 'unavailable';
  }
  // A wallet page cannot be closed, but an approval there will no longer be captured.
  await context.db.transaction().execute((tx) => endOrder(tx, id, 'expired'));
  return true;
}
