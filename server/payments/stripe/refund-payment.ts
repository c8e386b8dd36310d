import type Stripe from 'stripe';
import type { ProviderFailure, Refunded, RefundToMake } from '../provider.ts';
import { orderIdKey } from './open-session.ts';
import { refundIdKey, toProviderRefund } from './payment-history.ts';
import { stripeFailure } from './stripe-failure.ts';

/**
 * https://docs.stripe.com/api/refunds/create: a repeated call with the same key returns the first
 * response and refunds nothing more.
 */
export async function refundPayment(
  stripe: Stripe,
  { refundId, orderId, paymentReference, amountCents }: RefundToMake,
): Promise<Refunded | ProviderFailure> {
  try {
    const refund = await stripe.refunds.create(
      {
        payment_intent: paymentReference,
        amount: amountCents,
        metadata: { [refundIdKey]: refundId, [orderIdKey]: orderId },
      },
      { idempotencyKey: `refund:${refundId}` },
    );
    return { kind: 'refunded', refund: toProviderRefund(refund) };
  } catch (error) {
    return stripeFailure(error);
  }
}
