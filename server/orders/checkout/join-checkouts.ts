import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived, isUnderWay } from '#server/orders/order-state/attempt-state.ts';
import { ordersOfBrowser, type Shopper } from '#server/orders/order-state/shopper-orders.ts';
import { closeCompetingPaymentPages } from '#server/orders/payment-sync/close-competing-payment-pages.ts';
import { joinAttempts } from './join-attempts.ts';

/**
 * Merges attempts that a request proves to be from one browser, such as two checkouts started side
 * by side. If one of them turns out to be paid, or its money is in transit, closes the other pages.
 */
export async function joinCheckouts(
  context: OrderContext,
  shopper: Omit<Shopper, 'userId'>,
): Promise<void> {
  const { db, now } = context;
  // A single attempt has nothing to merge, so most calls need no transaction.
  const shown = shopper.accessTokens.length + (shopper.browser ? 1 : 0);
  if (shown < 2) return;
  const { browser, joined } = await db.transaction().execute((tx) => joinAttempts(tx, shopper));
  if (!joined || !browser) return;
  const orders = await ordersOfBrowser(db, browser, now());
  const paid = orders.filter((order) => hasArrived(order) || isUnderWay(order));
  for (const { id } of paid) await closeCompetingPaymentPages(context, id);
}
