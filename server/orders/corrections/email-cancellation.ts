import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueCancelledEmail } from '#server/orders/emails/queue-order-emails.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

export type CancellationEmail = 'queued' | 'order_not_found' | 'not_cancelled';

/** Emails the customer once that the order will not be sent, however often this is called. */
export async function emailCancellation(
  context: OrderContext,
  orderId: string,
): Promise<CancellationEmail> {
  const mails = await loadOrderEmails(context);
  return context.db.transaction().execute(async (tx): Promise<CancellationEmail> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return 'order_not_found';
    if (order.status !== 'cancelled') return 'not_cancelled';
    await queueCancelledEmail(tx, order, mails);
    return 'queued';
  });
}
