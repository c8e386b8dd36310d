import { forgetCheckoutLeft, hasLeftCheckout } from '#app/lib/checkout-left.ts';
import { type RecentOrder, readRecentOrders } from '#app/lib/recent-orders.ts';
import { removePaidLines } from '#app/lib/remove-paid-lines.ts';

/**
 * After this browser was sent to a provider and did not come back by the success page: looks
 * whether somebody has paid, and takes what was paid out of the cart. Answers the orders that were
 * not known to be paid; null when it could not be asked.
 */
export async function findPaidOrders(publishableKey: string): Promise<RecentOrder[] | null> {
  if (!hasLeftCheckout()) return [];
  const orders = await readRecentOrders(publishableKey);
  if (!orders) return null;
  const found = orders.filter(
    ({ id, state, items, from_account }) =>
      state !== 'open' && removePaidLines({ id, lines: items, fromAccount: from_account }),
  );
  // Nothing that was begun can be paid any more.
  if (!orders.some(({ state }) => state === 'open')) forgetCheckoutLeft();
  return found;
}
