import { refundOrderRequest } from '#domain/refund.ts';
import type { RefundOrder } from '#server/orders/refunds/refund-order.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';
import { readRequestKey } from './request-key.ts';

/**
 * `{orderId, amount?, paymentId?, seen?}` → `{refund, order}`, for admins. `Idempotency-Key` names the
 * click; without it, equal amounts of one order are one refund.
 */
export function refundOrderFunction(refundOrder: RefundOrder): FunctionHandler {
  return async (c, body, caller) => {
    const read = refundOrderRequest.safeParse(body);
    if (!read.success) {
      const field = read.error.issues[0]?.path[0] === 'amount' ? 'amount' : 'orderId';
      return fail(
        c,
        'invalid_request',
        field === 'amount'
          ? 'amount: must be an amount above zero'
          : 'orderId: must be an order id',
      );
    }
    const key = readRequestKey(c);
    if (!key.ok) return fail(c, 'invalid_request', key.message);
    const { orderId, amount, paymentId, seen } = read.data;
    const refunded = await refundOrder({
      orderId,
      amountCents: amount ?? null,
      paymentId: paymentId ?? null,
      seenRefundedCents: seen?.refundedCents ?? null,
      key: key.key,
      requestedBy: caller.userId,
    });
    if (refunded.kind === 'refused') return fail(c, refunded.code, refunded.message);
    return c.json(refunded.details);
  };
}
