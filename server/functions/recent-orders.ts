import { joinCheckouts } from '#server/orders/checkout/join-checkouts.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { syncRecentOrders } from '#server/orders/payment-sync/sync-recent-orders.ts';
import { accessTokensFrom, forgetShopper, nameBrowser } from './access-cookie.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

/**
 * `{}` → `{orders}`: the state of the orders that this browser (by its cookies) or account started
 * in the last day, for customers who didn't return from the provider. Also sets the browser's
 * cookie before it starts to pay.
 */
export function recentOrders(
  context: OrderContext,
  originOf: FunctionDeps['originOf'],
): FunctionHandler {
  return async (c, _body, { userId }) => {
    const browser = nameBrowser(c, originOf(c.req.header('host')));
    const accessTokens = accessTokensFrom(c);
    await joinCheckouts(context, { accessTokens, browser });
    const orders = await syncRecentOrders(context, { userId, accessTokens, browser });
    return c.json({ orders });
  };
}

/**
 * `{}` → `{forgotten: true}`: takes the cookies by which this browser is known for earlier orders, so
 * that the next person at it neither reads them nor is asked about them. Asks for no session, which
 * may have ended.
 */
export function forgetOrders(originOf: FunctionDeps['originOf']): FunctionHandler {
  return (c) => {
    forgetShopper(c, originOf(c.req.header('host')));
    return c.json({ forgotten: true });
  };
}
