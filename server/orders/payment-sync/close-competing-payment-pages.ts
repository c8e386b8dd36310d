import type { OrderContext } from '#server/orders/order-context.ts';
import {
  ordersOfSameProducts,
  type ShopperOrder,
} from '#server/orders/order-state/shopper-orders.ts';
import { closeAttempt } from './close-attempt.ts';

/**
 * After a payment, even one still waiting for the bank, closes the pages of the shopper's other
 * attempts for the same products, so that another tab can't pay too. False if one couldn't be
 * closed; the next sync of the order tries again.
 */
export async function closeCompetingPaymentPages(
  context: OrderContext,
  orderId: string,
  /** Orders for the same products, if the caller has just read them. */
  others?: readonly ShopperOrder[],
): Promise<boolean> {
  const { db, log } = context;
  try {
    let allClosed = true;
    for (const other of others ?? (await ordersOfSameProducts(db, orderId))) {
      if (other.paymentStatus !== 'pending' || other.payAgain.includes(orderId)) continue;
      allClosed = (await closeAttempt(context, other)) && allClosed;
    }
    return allClosed;
  } catch (error) {
    // The payment is already recorded and doesn't depend on this.
    log.error({ err: error, orderId }, 'The other attempts of a paid cart could not be closed.');
    return false;
  }
}
