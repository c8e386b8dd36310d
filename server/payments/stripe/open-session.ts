import type Stripe from 'stripe';
import type { Opened, OrderToPay, ProviderFailure } from '../provider.ts';
import { stripeFailure } from './stripe-failure.ts';

type CreateParams = Stripe.Checkout.SessionCreateParams;
type Countries = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection['allowed_countries'];

/** What orders are found by at Stripe. */
export const orderIdKey = 'order_id';

/**
 * Opens Checkout for an order (https://docs.stripe.com/api/checkout/sessions/create). Everything
 * sent comes from the stored order, so that a repeated call is the same request byte for byte.
 */
export async function openSession(
  stripe: Stripe,
  order: OrderToPay,
): Promise<Opened | ProviderFailure> {
  try {
    const session = await stripe.checkout.sessions.create(sessionParams(order), {
      idempotencyKey: `checkout:${order.orderId}`,
    });
    // A replayed answer keeps its first `url` even when the session has ended since.
    if (!session.url) return { kind: 'unavailable', detail: 'session without url' };
    return { kind: 'opened', reference: session.id, url: session.url };
  } catch (error) {
    return stripeFailure(error);
  }
}

function sessionParams(order: OrderToPay): CreateParams {
  const metadata = { [orderIdKey]: order.orderId };
  return {
    mode: 'payment',
    line_items: order.lines.map((line) => ({
      quantity: line.quantity,
      price_data: {
        currency: order.currency.toLowerCase(),
        unit_amount: line.priceCents,
        product_data: { name: line.weight ? `${line.name} (${line.weight})` : line.name },
      },
    })),
    client_reference_id: order.orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(order.email && { customer_email: order.email }),
    shipping_address_collection: { allowed_countries: order.shipsTo as Countries },
    phone_number_collection: { enabled: true },
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: `${order.returnOrigin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${order.returnOrigin}/checkout?canceled=1`,
  };
}
