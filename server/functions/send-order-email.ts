import { orderEmailRequest } from '#domain/checkout-request.ts';
import type { Outbox } from '#server/email/outbox.ts';
import { ensurePaidEmails } from '#server/orders/emails/ensure-paid-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

/**
 * `{orderId}` → `{sent, alreadySent}`: ensures that the customer and the team each get their one
 * email, waiting briefly for the mail server. Any email address in the body is ignored.
 */
export function sendOrderEmail(
  context: OrderContext,
  outbox: Pick<Outbox, 'awaitDelivery'>,
  waitMs: number,
): FunctionHandler {
  return async (c, body) => {
    const read = orderEmailRequest.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'orderId: must be an order id');
    const ensured = await ensurePaidEmails(context, read.data.orderId);
    switch (ensured.kind) {
      case 'not_found':
        return fail(c, 'order_not_found', 'This order does not exist.');
      case 'unpaid':
        return fail(c, 'order_unpaid', 'This order is not paid.');
      default: {
        if (ensured.allSent) return c.json({ sent: true, alreadySent: true });
        const sent = await outbox.awaitDelivery(ensured.dedupeKeys, waitMs);
        return c.json({ sent, alreadySent: false });
      }
    }
  };
}
