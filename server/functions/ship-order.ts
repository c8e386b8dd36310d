import { parcelsAtOnce, shipOrderRequest, shipOrdersRequest } from '#domain/shipment.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { shipOrder } from '#server/orders/shipping/ship-order.ts';
import { shipOrders } from '#server/orders/shipping/ship-orders.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

/**
 * `{orderId, carrier, trackingNumber, seen?, confirmedBatches?}` → `{shipment, order,
 * alreadyShipped}`, for admins.
 */
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

/** `{parcels}` → `{results}`, one per parcel in the same order, for admins. */
export function shipOrdersFunction(context: OrderContext): FunctionHandler {
  return async (c, body, caller) => {
    const read = shipOrdersRequest.safeParse(body);
    if (!read.success) {
      return fail(c, 'invalid_request', `parcels: must be a list of 1 to ${parcelsAtOnce}`);
    }
    return c.json({ results: await shipOrders(context, read.data.parcels, caller.userId) });
  };
}
