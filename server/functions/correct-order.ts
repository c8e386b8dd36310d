import { correctOrderRequest, tellCancelledRequest } from '#domain/correct-order.ts';
import { correctOrder } from '#server/orders/corrections/correct-order.ts';
import { emailCancellation } from '#server/orders/corrections/email-cancellation.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

/** `{orderId, details, seen}` → `{changed}`, for admins. */
export function correctOrderFunction(context: OrderContext): FunctionHandler {
  return async (c, body, caller) => {
    const read = correctOrderRequest.safeParse(body);
    if (!read.success) {
      const [issue] = read.error.issues;
      return fail(c, 'invalid_request', `${issue?.path.join('.') ?? 'body'}: ${issue?.message}`);
    }
    const corrected = await correctOrder(context, { ...read.data, correctedBy: caller.userId });
    if (corrected.kind === 'refused') return fail(c, corrected.code, corrected.message);
    return c.json({ changed: corrected.changed });
  };
}

/** `{orderId}` → `{told: true}`, for admins. */
export function tellCancelledFunction(context: OrderContext): FunctionHandler {
  return async (c, body) => {
    const read = tellCancelledRequest.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'orderId: must be an id');
    switch (await emailCancellation(context, read.data.orderId)) {
      case 'queued':
        return c.json({ told: true });
      case 'order_not_found':
        return fail(c, 'order_not_found', 'This order does not exist.');
      case 'not_cancelled':
        return fail(c, 'not_cancelled', 'This order is not canceled.');
    }
  };
}
