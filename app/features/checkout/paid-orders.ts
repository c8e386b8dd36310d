import { removePaidLines } from '#app/features/cart/store/remove-paid-lines.ts';
import { readRecentOrders } from '#app/lib/recent-orders.ts';
import type { RecentOrder } from '#domain/recent-order.ts';
import { forgetCheckoutLeft, hasLeftCheckout } from './checkout-left.ts';

interface FoundOrders {
  /** Newly found to be paid. */
  paid: RecentOrder[];
  /** The bank has yet to say; what they are for stays in the cart until it does. */
  waiting: RecentOrder[];
  /** The bank refused the card that was tried last. */
  declined: boolean;
}

/**
 * After this browser was sent to a provider and did not come back by the success page: looks
 * whether somebody has paid, and takes what was paid out of the cart. Null when it could not be asked.
 */
export async function findPaidOrders(publishableKey: string): Promise<FoundOrders | null> {
  if (!hasLeftCheckout()) return { paid: [], waiting: [], declined: false };
  const orders = await readRecentOrders(publishableKey);
  if (!orders) return null;
  const paid = orders.filter(
    ({ id, state, items, from_account }) =>
      state === 'paid' && removePaidLines({ id, lines: items, fromAccount: from_account }),
  );
  // No attempt can become paid anymore.
  if (orders.every(({ state }) => state === 'paid')) forgetCheckoutLeft();
  const waiting = orders.filter(({ state }) => state === 'processing');
  return { paid, waiting, declined: orders[0]?.declined === true };
}
