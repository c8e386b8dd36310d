import { readQuoteRequest } from '#domain/checkout-request.ts';
import { manualOrderRequest } from '#domain/manual-order.ts';
import { createManualOrder } from '#server/orders/manual/create-manual-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';
import { readRequestKey } from './request-key.ts';

/**
 * `{items, discountCode?, deliveryRateId?, destination?, customer, payment, seen?}` → `{orderId}`,
 * for admins. `Idempotency-Key` identifies the form: sent again, it returns the same order.
 */
export function createManualOrderFunction(context: OrderContext): FunctionHandler {
  return async (c, body, caller) => {
    const wish = readQuoteRequest(body);
    if (!wish.ok) return fail(c, wish.code, wish.message);
    const read = manualOrderRequest.safeParse(body);
    if (!read.success) {
      const [issue] = read.error.issues;
      return fail(c, 'invalid_request', `${issue?.path.join('.') ?? 'body'}: ${issue?.message}`);
    }
    const key = readRequestKey(c);
    if (!key.ok || key.key === null) {
      return fail(c, 'invalid_request', key.ok ? 'Idempotency-Key: is missing' : key.message);
    }
    const created = await createManualOrder(context, {
      wish: wish.request,
      ...read.data,
      key: key.key,
      placedBy: caller.userId,
    });
    if (created.kind === 'created') return c.json({ orderId: created.orderId });
    const { code, message } = created;
    return fail(c, code, message, code === 'out_of_stock' ? { lines: created.lines } : {});
  };
}
