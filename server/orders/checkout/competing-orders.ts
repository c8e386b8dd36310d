import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { ordersOfSameProducts, payAgainOf, readIds, type ShopperOrder } from './shopper-orders.ts';

/** Without those that the customer chose to pay in addition to this one. */
export async function competingOrders(
  db: Tables,
  order: OrderRow,
  payAgain?: readonly string[],
): Promise<ShopperOrder[]> {
  const wanted = new Set(payAgain ?? (await payAgainOf(db, order.id)));
  return (await ordersOfSameProducts(db, order)).filter(
    ({ id, payAgain }) => !wanted.has(id) && !payAgain.includes(order.id),
  );
}

/** A page that a browser may know, and that can be closed. */
export function isOpenPage(
  { providers }: OrderContext,
  other: ShopperOrder,
): other is ShopperOrder & { reference: string } {
  const { provider, reference, paymentStatus } = other;
  return reference !== null && paymentStatus === 'pending' && Boolean(providers[provider]?.close);
}

/** An order's own attempt, as it is once it is locked. */
interface LockedAttempt {
  provider: PaymentProviderName;
  superseded: boolean;
  payAgain: string[];
}

/**
 * Two requests for the same cart wait here for each other, and the second sees what the first wrote;
 * nothing read before may be relied on.
 */
export async function lockAttempts(tx: Tables, order: OrderRow): Promise<LockedAttempt> {
  const others = (await ordersOfSameProducts(tx, order)).map(({ id }) => id);
  const locked = await tx
    .selectFrom('private.checkout_attempts')
    .select(['order_id', 'provider', 'superseded_at', 'pay_again'])
    .where('order_id', 'in', [order.id, ...others])
    .orderBy('order_id')
    .forUpdate()
    .execute();
  const own = locked.find((attempt) => attempt.order_id === order.id);
  if (!own) throw new Error('An order has no attempt to pay it.');
  return {
    provider: own.provider as PaymentProviderName,
    superseded: own.superseded_at !== null,
    payAgain: readIds(own.pay_again),
  };
}
