import type Stripe from 'stripe';
import type { Cents } from '#domain/money.ts';
import type { Opened, OrderToPay, ProviderFailure } from '../provider.ts';
import { isUnretried, stripeFailure } from './stripe-failure.ts';

type CreateParams = Stripe.Checkout.SessionCreateParams;
type Countries = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection['allowed_countries'];

/** The metadata key by which orders are found at Stripe. */
export const orderIdKey = 'order_id';

/** A stored response arrives at once, and the visitor has already waited for the first. */
const askAgain = { timeout: 2000, maxNetworkRetries: 0 };

/**
 * Opens Checkout for an order (https://docs.stripe.com/api/checkout/sessions/create). Everything
 * sent comes from the stored order, so that a repeated call is the same request byte for byte.
 */
export async function openSession(
  stripe: Stripe,
  order: OrderToPay,
): Promise<Opened | ProviderFailure> {
  try {
    return await createSession(stripe, order, {});
  } catch (error) {
    if (!isUnretried(error)) return stripeFailure(error);
  }
  // On a retry, Stripe either opens the page or shows that it has stored its error.
  return createSession(stripe, order, askAgain).catch(stripeFailure);
}

async function createSession(
  stripe: Stripe,
  order: OrderToPay,
  options: Stripe.RequestOptions,
): Promise<Opened | ProviderFailure> {
  const coupon = order.discountCents > 0 ? await createCoupon(stripe, order, options) : null;
  const session = await stripe.checkout.sessions.create(sessionParams(order, coupon), {
    ...options,
    idempotencyKey: `checkout:${order.orderId}`,
  });
  // A replayed response keeps its first `url` even if the session has ended since.
  if (!session.url) return { kind: 'unavailable', detail: 'session without url' };
  return { kind: 'opened', reference: session.id, url: session.url };
}

/** The discount of one order, as a fixed amount so that the total matches ours to the cent. */
async function createCoupon(
  stripe: Stripe,
  { orderId, discountCents, currency }: OrderToPay,
  options: Stripe.RequestOptions,
): Promise<string> {
  const coupon = await stripe.coupons.create(
    {
      amount_off: discountCents,
      currency: currency.toLowerCase(),
      duration: 'once',
      max_redemptions: 1,
      name: 'Discount',
      metadata: { [orderIdKey]: orderId },
    },
    { ...options, idempotencyKey: `coupon:${orderId}` },
  );
  return coupon.id;
}

function sessionParams(order: OrderToPay, coupon: string | null): CreateParams {
  const metadata = { [orderIdKey]: order.orderId };
  const currency = order.currency.toLowerCase();
  const priceData = (name: string, amount: Cents) => ({
    currency,
    unit_amount: amount,
    product_data: { name },
  });
  return {
    mode: 'payment',
    line_items: [
      ...order.lines.map((line) => ({
        quantity: line.quantity,
        price_data: priceData(
          line.weight ? `${line.name} (${line.weight})` : line.name,
          line.priceCents,
        ),
      })),
      ...(order.addedTaxCents > 0
        ? [{ quantity: 1, price_data: priceData('Tax', order.addedTaxCents) }]
        : []),
    ],
    ...(coupon !== null && { discounts: [{ coupon }] }),
    ...(order.delivery && {
      shipping_options: [
        {
          shipping_rate_data: {
            display_name: order.delivery.name,
            type: 'fixed_amount' as const,
            fixed_amount: { amount: order.delivery.cents, currency },
          },
        },
      ],
    }),
    // The account's default could enable it, but the shop has already computed the tax.
    automatic_tax: { enabled: false },
    client_reference_id: order.orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(order.email && { customer_email: order.email }),
    shipping_address_collection: { allowed_countries: order.shipsTo as Countries },
    phone_number_collection: { enabled: true },
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: `${order.returnOrigin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${order.returnOrigin}${order.givenUpPath}`,
  };
}
