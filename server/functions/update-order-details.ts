import { z } from 'zod';
import { joinCheckouts } from '#server/orders/checkout/join-checkouts.ts';
import { isUnpaid } from '#server/orders/order-state/unpaid-status.ts';
import { syncOrderPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import { readOrderForClient } from '#server/orders/read-order-for-client.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import { accessTokenFrom, shopperOf } from './access-cookie.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { mayAskProviders } from './limit-payment-looks.ts';

/**
 * `{sessionId}` → `{order}`: syncs the order of that session, so the page needn't wait for the
 * webhook.
 */
export function updateOrderDetails(
  { context, paymentLooks }: Pick<FunctionDeps, 'context' | 'paymentLooks'>,
  provider: PaymentProviderName,
): FunctionHandler {
  const request = z.object({ sessionId: z.string().regex(serviceOf(provider).referencePattern) });
  return async (c, body, caller) => {
    const read = request.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'sessionId: must be a session id');
    const { sessionId } = read.data;
    await joinCheckouts(context, shopperOf(c));
    // The provider isn't asked about sessions that anyone can invent: ours was stored before anyone
    // was sent to it.
    const settled = await syncOrderPayment(context, provider, sessionId, {
      onlyKnown: true,
      mayAsk: () => mayAskProviders(paymentLooks, c, 1),
    });
    const order = await readOrderForClient(context, provider, sessionId, {
      userId: caller.userId,
      accessToken: accessTokenFrom(c),
    });
    if (settled.kind === 'unavailable' && (!order || isUnpaid(order.payment_status))) {
      context.log.warn({ detail: settled.detail }, 'A session could not be read.');
      return fail(c, 'provider_unavailable', 'The payment provider cannot be reached.');
    }
    if (!order) return fail(c, 'order_not_found', 'There is no order for this session.');
    return c.json({ order });
  };
}
