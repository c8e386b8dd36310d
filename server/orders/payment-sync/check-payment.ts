import { toCents } from '#domain/money.ts';
import type { SellingRules } from '#domain/quote-order.ts';
import { hasArrived } from '#server/orders/order-state/attempt-state.ts';
import { isPricedForDestination } from '#server/orders/order-state/priced-destination.ts';
import { recheckDiscount } from '#server/orders/order-state/redeem-discount.ts';
import { payAgainOf, type ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import { holdStockAgain } from '#server/orders/stock/order-stock.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { ProviderPayment } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

/**
 * Why this payment can't settle the order as requested, for the alert to the team; null if it can.
 */
export function findMismatch(
  order: OrderRow,
  provider: PaymentProviderName,
  reported: ProviderPayment,
): string | null {
  const stored = order[referenceColumn[provider]];
  if (reported.orderId !== order.id) return 'The payment names another order.';
  if (stored !== null && stored !== reported.reference) {
    return 'The order was paid through a second session.';
  }
  if (
    reported.currency !== order.currency ||
    reported.amountCents !== toCents(order.total_amount)
  ) {
    return `The amount differs: asked ${toCents(order.total_amount)} ${order.currency}, taken ${reported.amountCents} ${reported.currency} (in the smallest unit).`;
  }
  const { parts } = reported;
  if (
    parts &&
    (parts.discountCents !== toCents(order.discount_amount) ||
      parts.deliveryCents !== toCents(order.delivery_amount))
  ) {
    return `The parts differ: discount ${parts.discountCents} and delivery ${parts.deliveryCents} (in the smallest unit) were charged.`;
  }
  return null;
}

/**
 * Why the right amount may not be enough: an order that had ended, or whose page was never seen,
 * released its stock; one that had ended also released its discount code, and others may have used
 * either since. Or the payment page allowed a different destination.
 */
export async function findProblem(
  tx: Tables,
  order: OrderRow,
  reported: ProviderPayment,
  rules: SellingRules,
): Promise<string | null> {
  if (order.status === 'cancelled') return 'It was canceled before it was paid.';
  if (!(await holdStockAgain(tx, order.id))) {
    return 'It was paid late, and has sold out since.';
  }
  if (!isPricedForDestination(rules, order, reported.destination)) {
    return 'It is to go where delivery or tax differs from what was paid.';
  }
  if (await recheckDiscount(tx, order, reported.customer.email)) return null;
  return `The discount code ${order.discount_code} was used more often than it allows.`;
}

/** Another paid order for some of the same products, unless the customer agreed to pay twice. */
export async function findDuplicatePurchase(
  tx: Tables,
  orderId: string,
  others: readonly ShopperOrder[],
): Promise<ShopperOrder | undefined> {
  const paid = others.filter((one) => hasArrived(one) && !one.payAgain.includes(orderId));
  if (paid.length === 0) return undefined;
  const wanted = await payAgainOf(tx, orderId);
  return paid.find(({ id }) => !wanted.includes(id));
}
