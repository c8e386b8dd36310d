import type { RateLimiter } from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived, isUnderWay, mayBringMoney } from '#server/orders/order-state/attempt-state.ts';
import { shareProducts } from '#server/orders/order-state/compare-lines.ts';
import { ordersOfShopper, type ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { closePaymentPage } from '#server/orders/payment-sync/close-payment-page.ts';
import { syncOrderPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import type { NewOrder } from './create-order.ts';
import { hasTooManyUnpaid } from './limit-unpaid-orders.ts';
import { refuseLooks, type TooManyUnpaid, tooManyUnpaid } from './refuse-order.ts';

/** The maximum number of unpaid orders per browser. */
const maxLooks = limits.unpaidOfBrowser.count;

export type AlreadyPaid =
  | { kind: 'orders'; orders: ShopperOrder[] }
  /** We couldn't ask whether an earlier page was paid. */
  | { kind: 'unavailable' }
  /** Nobody was asked. */
  | TooManyUnpaid;

/**
 * Closes the shopper's open card pages for some of the same products, so that only the newest can
 * be paid, and syncs their other attempts, since one whose customer never returned may be paid.
 * Returns the orders that are paid, except those the shopper chose to pay for again. Whoever may not
 * start an order is refused before any provider is asked. `paymentLooks` counts what an address has
 * the providers asked; null counts nothing.
 */
export async function closeEarlierPaymentPages(
  context: OrderContext,
  paymentLooks: RateLimiter | null,
  order: NewOrder,
): Promise<AlreadyPaid> {
  const wanted = new Set(order.payAgain);
  const related = await relatedOrders(context, order);
  const open = related.filter(
    (other) => other.reference !== null && mayBringMoney(other) && !wanted.has(other.id),
  );
  const asked = open.slice(0, maxLooks);
  const goesOn = related.some((other) => isOwn(other, order));
  const refusal = await refuseToAsk(context, paymentLooks, order, { looks: asked.length, goesOn });
  const paidOf = (orders: readonly ShopperOrder[]) =>
    orders.filter((other) => (hasArrived(other) || isUnderWay(other)) && !wanted.has(other.id));
  if (refusal) {
    const orders = paidOf(related);
    return orders.length > 0 ? { kind: 'orders', orders } : refusal;
  }
  const looks = await Promise.all(
    asked.map((other) => closeOrSync(context, other, { closes: !isOwn(other, order) })),
  );
  if (looks.includes('unavailable')) return { kind: 'unavailable' };
  const now = open.length > 0 ? await relatedOrders(context, order) : related;
  return { kind: 'orders', orders: paidOf(now) };
}

const isOwn = ({ attemptKey }: ShopperOrder, order: NewOrder) => attemptKey === order.attemptKey;

/**
 * Closing pages makes no room for another order, since only a payment does, so the limit on unpaid
 * orders can be asked first. An attempt that goes on starts no further order.
 */
async function refuseToAsk(
  { db }: OrderContext,
  paymentLooks: RateLimiter | null,
  order: NewOrder,
  { looks, goesOn }: { looks: number; goesOn: boolean },
): Promise<TooManyUnpaid | null> {
  const { address, userId, accessTokens = [], browser = null } = order;
  if (!address || looks === 0) return null;
  if (!goesOn && (await hasTooManyUnpaid(db, { address, userId, accessTokens, browser }))) {
    return tooManyUnpaid;
  }
  const waitSeconds = paymentLooks ? await paymentLooks(address, looks) : 0;
  return waitSeconds > 0 ? refuseLooks(waitSeconds) : null;
}

/** The shopper's orders for some of the same products. */
export async function relatedOrders(
  context: OrderContext,
  { userId, accessTokens = [], browser = null, lines }: NewOrder,
): Promise<ShopperOrder[]> {
  const orders = await ordersOfShopper(
    context.db,
    { userId, accessTokens, browser },
    context.now(),
  );
  const asked = lines.map(({ productId, weight }) => ({ id: productId, weight }));
  return orders.filter((order) => shareProducts(order.lines, asked));
}

async function closeOrSync(
  context: OrderContext,
  { provider: name, reference }: ShopperOrder,
  { closes }: { closes: boolean },
): Promise<'seen' | 'unavailable'> {
  const provider = context.providers[name];
  // A provider that has been turned off can't be asked.
  if (reference === null || !provider) return 'seen';
  const settled =
    closes && provider.close
      ? await closePaymentPage(context, name, reference)
      : await syncOrderPayment(context, name, reference);
  return settled.kind === 'unavailable' ? 'unavailable' : 'seen';
}
