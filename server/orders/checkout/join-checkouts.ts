import type { OrderContext } from '#server/orders/order-context.ts';
import { closeSiblings } from './close-siblings.ts';
import { isPaid, joinAttempts, ordersOfShopper, type Shopper } from './shopper.ts';

/**
 * Makes one browser of the attempts that a request shows to be of one: two checkouts that began side
 * by side. What only then turns out to be paid closes the other pages.
 */
export async function joinCheckouts(
  context: OrderContext,
  shopper: Omit<Shopper, 'userId'>,
): Promise<void> {
  const { db, now } = context;
  // One alone joins nothing: most calls need no transaction.
  const shown = shopper.accessTokens.length + (shopper.browser ? 1 : 0);
  if (shown < 2) return;
  const { browser, joined } = await db.transaction().execute((tx) => joinAttempts(tx, shopper));
  if (!joined) return;
  const orders = await ordersOfShopper(db, { userId: null, accessTokens: [], browser }, now());
  for (const { id } of orders.filter(isPaid)) await closeSiblings(context, id);
}
