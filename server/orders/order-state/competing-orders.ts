import type { OrderContext } from '#server/orders/order-context.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { ordersOfSameProducts, payAgainOf, readIds, type ShopperOrder } from './shopper-orders.ts';

/**
 * Orders for the same products, except those that the customer chose to pay for in addition to this
 * one.
 */
export async function competingOrders(db: Tables, orderId: string): Promise<ShopperOrder[]> {
  const others = await ordersOfSameProducts(db, orderId);
  return others.length === 0
    ? []
    : withoutPaidAgain(others, orderId, await payAgainOf(db, orderId));
}

function withoutPaidAgain(
  others: readonly ShopperOrder[],
  orderId: string,
  wanted: readonly string[],
): ShopperOrder[] {
  return others.filter(({ id, payAgain }) => !wanted.includes(id) && !payAgain.includes(orderId));
}

/** A payment page that a browser may have open and that the provider can close. */
export function isOpenPage(
  { providers }: OrderContext,
  other: ShopperOrder,
): other is ShopperOrder & { reference: string } {
  const { provider, reference, paymentStatus } = other;
  return reference !== null && paymentStatus === 'pending' && Boolean(providers[provider]?.close);
}

/**
 * An order's own attempt and the orders that compete with it, as read after locking all of them.
 */
interface LockedAttempt {
  provider: PaymentProviderName;
  superseded: boolean;
  competing: ShopperOrder[];
}

/**
 * Makes two requests for the same cart wait for each other, so that the second sees what the first
 * wrote; don't rely on anything read earlier. If there are no other orders yet, nothing is read
 * again: a later request sees this order, and waits.
 */
export async function lockAttempts(tx: Tables, orderId: string): Promise<LockedAttempt> {
  const others = (await ordersOfSameProducts(tx, orderId)).map(({ id }) => id);
  const locked = await tx
    .selectFrom('private.checkout_attempts')
    .select(['order_id', 'provider', 'superseded_at', 'pay_again'])
    .where('order_id', 'in', [orderId, ...others])
    .orderBy('order_id')
    .forUpdate()
    .execute();
  const own = locked.find((attempt) => attempt.order_id === orderId);
  if (!own) throw new Error('An order has no attempt to pay it.');
  const now = others.length > 0 ? await ordersOfSameProducts(tx, orderId) : [];
  return {
    provider: own.provider as PaymentProviderName,
    superseded: own.superseded_at !== null,
    competing: withoutPaidAgain(now, orderId, readIds(own.pay_again)),
  };
}
