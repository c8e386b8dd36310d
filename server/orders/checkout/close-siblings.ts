import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/payment-sync/end-order.ts';
import { closePage } from './close-page.ts';
import { type ShopperOrder, siblingsOf } from './shopper.ts';

/**
 * After a payment, also one that waits for the bank: the pages of the shopper's other attempts for
 * the same products are closed, so that the other tab cannot pay as well. False when one could not
 * be closed; every later look at the order tries again.
 */
export async function closeSiblings(context: OrderContext, orderId: string): Promise<boolean> {
  const { db, log } = context;
  try {
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    let allClosed = true;
    for (const sibling of await siblingsOf(db, order)) {
      if (sibling.paymentStatus !== 'pending' || sibling.payAgain.includes(orderId)) continue;
      allClosed = (await close(context, sibling)) && allClosed;
    }
    return allClosed;
  } catch (error) {
    // The payment itself is written; nothing of it depends on this.
    log.error({ err: error, orderId }, 'The other attempts of a paid cart could not be closed.');
    return false;
  }
}

async function close(context: OrderContext, sibling: ShopperOrder): Promise<boolean> {
  const { id, provider: name, reference } = sibling;
  if (context.providers[name]?.close) {
    // Still being made: before anybody is sent to it, it is looked whether this was paid.
    if (reference === null) return true;
    return (await closePage(context, name, reference)).kind !== 'unavailable';
  }
  // A wallet's page cannot be closed: what is approved there is not captured any more.
  await context.db.transaction().execute((tx) => endOrder(tx, id, 'expired'));
  return true;
}
