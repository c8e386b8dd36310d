import { paymentMethodOf } from '#domain/order.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

const methods = { stripe: 'Card (Stripe)', paypal: 'PayPal', unknown: 'Unknown' } as const;

/** How it was paid, with the provider's own number (requirements §9.6, print view). */
export function PaymentIds({ order }: { order: RowOf<'orders'> }) {
  const id = order.stripe_session_id ?? order.paypal_order_id;
  return (
    <p className="text-sm break-all">
      <span className="text-ink-soft">Payment: </span>
      <span className="font-semibold">{methods[paymentMethodOf(order)]}</span>
      {id ? <span className="text-ink-soft"> · {id}</span> : null}
    </p>
  );
}
