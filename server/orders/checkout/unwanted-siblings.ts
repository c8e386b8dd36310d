import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import { payAgainOf, type ShopperOrder, siblingsOf } from './shopper-orders.ts';

/** Without those that the customer chose to pay in addition to this one. */
export async function unwantedSiblings(db: Tables, order: OrderRow): Promise<ShopperOrder[]> {
  const wanted = new Set(await payAgainOf(db, order.id));
  return (await siblingsOf(db, order)).filter(
    ({ id, payAgain }) => !wanted.has(id) && !payAgain.includes(order.id),
  );
}

/** A page that a browser may know, and that can be closed. */
export function isOpenPage(
  { providers }: OrderContext,
  sibling: ShopperOrder,
): sibling is ShopperOrder & { reference: string } {
  const { provider, reference, paymentStatus } = sibling;
  return reference !== null && paymentStatus === 'pending' && Boolean(providers[provider]?.close);
}

/**
 * Two requests for the same cart wait here for each other, and the second sees what the first wrote;
 * nothing read before may be relied on.
 */
export async function lockAttempts(tx: Tables, order: OrderRow): Promise<void> {
  const others = (await siblingsOf(tx, order)).map(({ id }) => id);
  await tx
    .selectFrom('private.checkout_attempts')
    .select('order_id')
    .where('order_id', 'in', [order.id, ...others])
    .orderBy('order_id')
    .forUpdate()
    .execute();
}
