import { joinCheckouts } from '#server/orders/checkout/join-checkouts.ts';
import { syncRecentOrders } from '#server/orders/payment-sync/sync-recent-orders.ts';
import { accessTokensFrom, ensureBrowserId, forgetShopper } from './access-cookie.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { mayAskProviders } from './limit-payment-looks.ts';

/**
 * `{}` → `{orders}`: the status of the orders that this browser (by its cookies) or account started
 * in the last day, for customers who didn't return from the provider. Also sets the browser cookie
 * before a payment begins.
 */
export function recentOrders({
  context,
  originOf,
  paymentLooks,
}: Pick<FunctionDeps, 'context' | 'originOf' | 'paymentLooks'>): FunctionHandler {
  return async (c, _body, { userId }) => {
    const browser = ensureBrowserId(c, originOf(c.req.header('host')));
    const accessTokens = accessTokensFrom(c);
    await joinCheckouts(context, { accessTokens, browser });
    const orders = await syncRecentOrders(context, { userId, accessTokens, browser }, (looks) =>
      mayAskProviders(paymentLooks, c, looks),
    );
    return c.json({ orders });
  };
}

/**
 * `{}` → `{forgotten: true}`: deletes the cookies that identify this browser for earlier orders, so
 * that the next person to use it neither sees them nor is asked about them. Doesn't require a
 * session, which may have ended.
 */
export function forgetOrders(originOf: FunctionDeps['originOf']): FunctionHandler {
  return (c) => {
    forgetShopper(c, originOf(c.req.header('host')));
    return c.json({ forgotten: true });
  };
}
