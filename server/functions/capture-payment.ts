import { z } from 'zod';
import { joinCheckouts } from '#server/orders/checkout/join-checkouts.ts';
import { isUnpaid } from '#server/orders/order-state/unpaid-status.ts';
import { syncOrderPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import { readOrderForClient } from '#server/orders/read-order-for-client.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import { accessTokenFrom, shopperOf } from './access-cookie.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

/**
 * `{orderToken, payerId}` → `{orderDetails}`: captures what the payer approved, or reports its
 * status. Only the provider can say whether it was approved: `payerId` comes from the address bar
 * and proves nothing.
 */
export function capturePayment(
  { context, captures }: Pick<FunctionDeps, 'context' | 'captures'>,
  provider: PaymentProviderName,
): FunctionHandler {
  const request = z.object({ orderToken: z.string().regex(serviceOf(provider).referencePattern) });
  return async (c, body, caller) => {
    const read = request.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'orderToken: must be an order token');
    const { orderToken } = read.data;
    const viewer = { userId: caller.userId, accessToken: accessTokenFrom(c) };
    const readOrder = () => readOrderForClient(context, provider, orderToken, viewer);
    // The reference was stored before anyone was sent to the provider, so an unknown one is not
    // ours.
    if (!(await readOrder())) return notFound(c);

    const seconds = captures ? await captures(orderToken) : 0;
    if (seconds > 0) {
      c.header('retry-after', String(seconds));
      return fail(c, 'rate_limited', 'Too many requests. Please wait a moment.');
    }
    await joinCheckouts(context, shopperOf(c));
    const settled = await syncOrderPayment(context, provider, orderToken);
    const order = await readOrder();
    if (settled.kind === 'unavailable' && order && !isUnpaid(order.payment_status)) {
      return c.json({ orderDetails: order });
    }
    if (settled.kind === 'unavailable') {
      context.log.warn({ detail: settled.detail }, 'A payment could not be captured.');
      return fail(c, 'provider_unavailable', 'The payment provider cannot be reached.');
    }
    if (!order || settled.kind !== 'settled') return notFound(c);
    if (settled.alreadyPaid) {
      return fail(c, 'already_paid', 'This cart was already paid for. You were not charged again.');
    }
    if (settled.outOfStock) {
      return fail(
        c,
        'out_of_stock',
        'A product in your order has sold out in the meantime. You were not charged.',
      );
    }
    if (settled.codeSpent) {
      return fail(
        c,
        'code_used_up',
        'The discount code was used up in the meantime. You were not charged.',
      );
    }
    if (settled.movedTo) {
      return fail(
        c,
        'destination_changed',
        'Delivery or tax differs at this address. You were not charged. Please check the new total.',
        { destination: settled.movedTo },
      );
    }
    const unpaid = order.payment_status === 'pending' || order.payment_status === 'expired';
    const declined = unpaid && !settled.underWay;
    if (declined && order.status === 'cancelled') {
      return fail(c, 'order_cancelled', 'This order was canceled. You were not charged.');
    }
    if (declined) return fail(c, 'payment_declined', 'The payment was not approved.');
    // An order that had expired before it was approved stays expired until the money arrives.
    const shown = settled.underWay ? { ...order, payment_status: 'pending' } : order;
    return c.json({ orderDetails: shown });
  };
}

function notFound(c: Parameters<FunctionHandler>[0]) {
  return fail(c, 'order_not_found', 'There is no order for this token.');
}
