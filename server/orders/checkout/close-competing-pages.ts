import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/payment-sync/end-order.ts';
import { closePage } from './close-page.ts';
import { ordersOfSameProducts, type ShopperOrder } from './shopper-orders.ts';

/**
 * After a payment, even one still waiting for the bank, closes the pages of the shopper's other
 * attempts for the same products, so that another tab can't pay too. False when one couldn't be
 * closed; the next sync of the order tries again.
 */
export async function closeCompetingPages(
  context: OrderContext,
  orderId: string,
): Promise<boolean> {
  const { db, log } = context;
  try {
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    let allClosed = true;
    for (const other of await ordersOfSameProducts(db, order)) {
      if (other.paymentStatus !== 'pending' || other.payAgain.includes(orderId)) continue;
      allClosed = (await close(context, other)) && allClosed;
    }
    return allClosed;
  } catch (error) {
    // The payment is already recorded and doesn't depend on this.
    log.error({ err: error, orderId }, 'The other attempts of a paid cart could not be closed.');
    return false;
  }
}

async function close(context: OrderContext, other: ShopperOrder): Promise<boolean> {
  const { id, provider: name, reference } = other;
  if (context.providers[name]?.close) {
    // Its page is still being opened; `claimPage` checks for this payment before sending anyone
    // there.
    if (reference === null) return true;
    return (await closePage(context, name, reference)).kind !== 'unavailable';
  }
  // A wallet's page cannot be closed: what is approved there is not captured anymore.
  await context.db.transaction().execute((tx) => endOrder(tx, id, 'expired'));
  return true;
}
