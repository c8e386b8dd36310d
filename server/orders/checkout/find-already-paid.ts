import type { OrderContext } from '#server/orders/order-context.ts';
import { recordPayment } from '#server/orders/payment-sync/record-payment.ts';
import { syncOrderPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import type { NewOrder } from './create-order.ts';
import { isPaid, ordersOfShopper, type ShopperOrder, shareProducts } from './shopper.ts';

/** More open pages than this are not one person's; the reconciler sees to the rest. */
const mostLooks = 5;

/**
 * The shopper's paid orders for some of the same products, of which they have not said that they
 * want to pay again. Older attempts are looked at first: a card's page that is still open is closed,
 * so that only the newest can be paid, and what was paid without anybody coming back is settled.
 */
export async function findAlreadyPaid(
  context: OrderContext,
  order: NewOrder,
): Promise<ShopperOrder[]> {
  const related = await relatedOrders(context, order);
  const open = related.filter(
    ({ reference, paymentStatus }) => reference !== null && paymentStatus === 'pending',
  );
  const underWay = new Set<string>();
  await Promise.all(
    open.slice(0, mostLooks).map(async (sibling) => {
      const own = sibling.attemptKey === order.attemptKey;
      if (await look(context, sibling, { closes: !own })) underWay.add(sibling.id);
    }),
  );
  const now = open.length > 0 ? await relatedOrders(context, order) : related;
  const wanted = new Set(order.payAgain);
  return now.filter(
    (sibling) => (isPaid(sibling) || underWay.has(sibling.id)) && !wanted.has(sibling.id),
  );
}

/** As above, without asking a provider: for a last look before somebody is sent to pay. */
export async function isPaidMeanwhile(context: OrderContext, order: NewOrder): Promise<boolean> {
  const wanted = new Set(order.payAgain);
  return (await relatedOrders(context, order)).some(
    (sibling) => isPaid(sibling) && !wanted.has(sibling.id),
  );
}

async function relatedOrders(
  context: OrderContext,
  { userId, accessTokens = [], lines }: NewOrder,
): Promise<ShopperOrder[]> {
  const orders = await ordersOfShopper(context.db, { userId, accessTokens }, context.now());
  const asked = lines.map(({ productId, weight }) => ({ id: productId, weight }));
  return orders.filter((order) => shareProducts(order.lines, asked));
}

/** True when the customer has paid and the bank has yet to say. */
async function look(
  context: OrderContext,
  { provider: name, reference }: ShopperOrder,
  { closes }: { closes: boolean },
): Promise<boolean> {
  if (reference === null) return false;
  const closed = closes ? await context.providers[name]?.close?.(reference) : undefined;
  const settled =
    closed?.kind === 'found'
      ? await recordPayment(context, name, closed.truth)
      : await syncOrderPayment(context, name, reference);
  return settled.kind === 'settled' && settled.underWay;
}
