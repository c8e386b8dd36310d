import type { OrderContext } from '#server/orders/order-context.ts';
import { readRecentOrders } from '#server/orders/recent-orders.ts';
import { accessTokensFrom } from './access-cookie.ts';
import type { FunctionHandler } from './function-handler.ts';

/**
 * `{}` → `{orders}`: what has become of the orders that this browser (by their cookies) or this
 * account started in the last day, for a browser that was not led back from paying.
 */
export function recentOrders(context: OrderContext): FunctionHandler {
  return async (c, _body, { userId }) =>
    c.json({
      orders: await readRecentOrders(context, { userId, accessTokens: accessTokensFrom(c) }),
    });
}
