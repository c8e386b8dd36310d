import { z } from 'zod';
import { acceptPayment } from '#server/orders/manual/accept-payment.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

const request = z.object({ orderId: z.guid() });

/** `{orderId}` → `{order}`, for admins: accepts a payment in review as the order's own. */
export function acceptPaymentFunction(context: OrderContext): FunctionHandler {
  return async (c, body, caller) => {
    const read = request.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'orderId: must be an order id');
    const { orderId } = read.data;
    const accepted = await acceptPayment(context, { orderId, acceptedBy: caller.userId });
    if (accepted.kind === 'refused') return fail(c, accepted.code, accepted.message);
    return c.json({ order: { id: orderId, payment_status: accepted.paymentStatus } });
  };
}
