import { refundOrderRequest } from '#domain/refund.ts';
import type { RefundOrder } from '#server/orders/refunds/refund-order.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';
import { readRequestKey } from './request-key.ts';

const invalid: Record<string, string> = {
  amount: 'amount: must be an amount above zero',
  parts: 'parts: must name lines of the order or delivery',
  cancel: 'cancel: must say when the order had last changed',
};

/**
 * `{orderId, amount?, parts?, paymentId?, seen?, cancel?}` → `{refund, order}`, for admins.
 * `Idempotency-Key` identifies the click; without it, equal amounts for the same order are treated
 * as one refund.
 */
export function refundOrderFunction(refundOrder: RefundOrder): FunctionHandler {
  return async (c, body, caller) => {
    const read = refundOrderRequest.safeParse(body);
    if (!read.success) {
      const field = String(read.error.issues[0]?.path[0]);
      return fail(c, 'invalid_request', invalid[field] ?? 'orderId: must be an order id');
    }
    const key = readRequestKey(c);
    if (!key.ok) return fail(c, 'invalid_request', key.message);
    const { orderId, amount, parts, paymentId, seen, cancel } = read.data;
    const refunded = await refundOrder({
      orderId,
      amountCents: amount ?? null,
      parts: parts ?? null,
      paymentId: paymentId ?? null,
      seenRefundedCents: seen?.refundedCents ?? null,
      cancel: cancel ? { seenUpdatedAt: cancel.seen.updatedAt, tell: cancel.tell } : null,
      key: key.key,
      requestedBy: caller.userId,
    });
    if (refunded.kind === 'refused') return fail(c, refunded.code, refunded.message);
    return c.json(refunded.details);
  };
}
