import type Stripe from 'stripe';
import { toDestination } from '#domain/delivery.ts';
import type { PaymentState, ProviderPayment } from '../provider.ts';
import { orderIdKey } from './open-session.ts';

/**
 * Needs the session with `payment_intent` expanded: otherwise a failed debit looks like a pending
 * one.
 */
export const expandedFields = ['payment_intent'];

export function paymentOfSession(session: Stripe.Checkout.Session): ProviderPayment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const shipping = session.collected_information?.shipping_details ?? null;
  const details = session.customer_details;
  const state = stateOf(session, intent);
  return {
    reference: session.id,
    orderId: session.metadata?.[orderIdKey] ?? null,
    amountCents: session.amount_total ?? 0,
    parts: {
      discountCents: session.total_details?.amount_discount ?? 0,
      deliveryCents: session.total_details?.amount_shipping ?? 0,
    },
    currency: (session.currency ?? '').toUpperCase(),
    state,
    declined: state === 'unpaid' && Boolean(intent?.last_payment_error),
    paymentReference: intent?.id ?? null,
    destination: shipping?.address.country
      ? toDestination(
          shipping.address.country,
          shipping.address.state,
          shipping.address.postal_code,
        )
      : null,
    customer: {
      name: details?.name ?? shipping?.name ?? null,
      email: details?.email ?? session.customer_email ?? null,
      phone: details?.phone ?? null,
      address: shipping ? formatAddress(shipping, details?.name ?? null) : null,
    },
  };
}

/**
 * https://docs.stripe.com/checkout/fulfillment: `complete` and `unpaid` means waiting for the bank.
 */
function stateOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentState {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'unpaid';
  if (session.payment_status !== 'unpaid') return 'paid';
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
    ? 'failed'
    : 'processing';
}

type Shipping = Stripe.Checkout.Session.CollectedInformation.ShippingDetails;

/** In one line, starting with the recipient if somebody else paid. */
function formatAddress({ name, address }: Shipping, payer: string | null): string {
  const region = [address.state, address.postal_code].filter(Boolean).join(' ');
  return [
    name !== payer && name,
    address.line1,
    address.line2,
    address.city,
    region,
    address.country,
  ]
    .filter(Boolean)
    .join(', ');
}
