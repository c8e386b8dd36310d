import { shipOrderRequest } from '#domain/shipment.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { shipOrder } from '#server/orders/shipping/ship-order.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

/** `{orderId, carrier, trackingNumber, seen?}` → `{shipment, order, alreadyShipped}`, for admins. */
export function shipOrderFunction(context: OrderContext): FunctionHandler {
  return async (c, body, caller) => {
    const read = shipOrderRequest.safeParse(body);
    if (!read.success) {
      const field = String(read.error.issues[0]?.path[0] ?? 'body');
      return fail(c, 'invalid_request', `${field}: is missing or not valid`);
    }
    const shipped = await shipOrder(context, { ...read.data, shippedBy: caller.userId });
    if (shipped.kind === 'refused') return fail(c, shipped.code, shipped.message);
    return c.json(shipped.details);
  };
}
