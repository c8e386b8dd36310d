import type { OrderContext } from '#server/orders/order-context.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { isUnpaid } from '#server/orders/order-state/unpaid-status.ts';
import { closeCompetingPaymentPages } from './close-competing-payment-pages.ts';
import { readUnclearCapture } from './read-unclear-capture.ts';
import type { SyncedPayment } from './sync-order-payment.ts';

/**
 * Reads the capture and, if it took the money, closes the shopper's other pages for the same
 * products.
 */
export async function resolveUnclearCapture(
  context: OrderContext,
  order: Pick<ShopperOrder, 'id' | 'provider' | 'reference'> & { captureClaimedAt: Date },
): Promise<SyncedPayment> {
  const read = await readUnclearCapture(context, order);
  if (read.kind === 'settled' && (read.underWay || !isUnpaid(read.paymentStatus))) {
    await closeCompetingPaymentPages(context, order.id, read.others);
  }
  return read;
}
