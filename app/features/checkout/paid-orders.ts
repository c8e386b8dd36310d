import { removePaidLines } from '#app/features/cart/store/remove-paid-lines.ts';
import { type RecentOrder, readRecentOrders } from '#app/lib/recent-orders.ts';
import { forgetCheckoutLeft, hasLeftCheckout } from './checkout-left.ts';

interface FoundOrders {
  /** Newly found to be paid. */
  paid: RecentOrder[];
  /** The bank refused the card that was tried last. */
  declined: boolean;
}

/**
 * After this browser was sent to a provider and did not come back by the success page: looks
 * whether somebody has paid, and takes what was paid out of the cart. Null when it could not be asked.
 */
export async function findPaidOrders(publishableKey: string): Promise<FoundOrders | null> {
  if (!hasLeftCheckout()) return { paid: [], declined: false };
  const orders = await readRecentOrders(publishableKey);
  if (!orders) return null;
  const paid = orders.filter(
    ({ id, state, items, from_account }) =>
      state !== 'open' && removePaidLines({ id, lines: items, fromAccount: from_account }),
  );
  // No open attempt can be paid anymore.
  if (!orders.some(({ state }) => state === 'open')) forgetCheckoutLeft();
  return { paid, declined: orders[0]?.declined === true };
}
