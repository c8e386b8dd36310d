import { removePaidLines } from '#app/features/cart/store/remove-paid-lines.ts';
import { readRecentOrders } from '#app/lib/recent-orders.ts';
import type { RecentOrder } from '#domain/recent-order.ts';
import { forgetCheckoutLeft, hasLeftCheckout } from './checkout-left.ts';

interface FoundOrders {
  /** Newly found to be paid. */
  paid: RecentOrder[];
  /** The bank has not decided yet; their products stay in the cart until it does. */
  waiting: RecentOrder[];
  /** The bank declined the last card that was tried. */
  declined: boolean;
}

/**
 * For a browser that was sent to a provider and did not come back through the success page: checks
 * whether an order was paid, and removes what was paid from the cart. Null if it could not be
 * checked.
 */
export async function findPaidOrders(publishableKey: string): Promise<FoundOrders | null> {
  if (!hasLeftCheckout()) return { paid: [], waiting: [], declined: false };
  const orders = await readRecentOrders(publishableKey);
  if (!orders) return null;
  const paid = orders.filter(
    ({ id, state, items, from_account }) =>
      state === 'paid' && removePaidLines({ id, lines: items, fromAccount: from_account }),
  );
  // No other attempt can still be paid.
  if (orders.every(({ state }) => state === 'paid')) forgetCheckoutLeft();
  const waiting = orders.filter(({ state }) => state === 'processing');
  return { paid, waiting, declined: orders[0]?.declined === true };
}
