import { useShop } from '#app/lib/use-shop.ts';
import { type PaymentMethod, paymentMethodOf } from '#domain/payment-method.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

/** How it was paid, with the provider's own number (requirements §9.6, print view). */
export function PaymentIds({ order }: { order: RowOf<'orders'> }) {
  const { paymentMethods } = useShop();
  const method = paymentMethodOf(order, paymentMethods);
  const id = method && order[method.referenceColumn];
  return (
    <p className="text-sm break-all">
      <span className="text-ink-soft">Payment: </span>
      <span className="font-semibold">{method ? nameOf(method) : 'Unknown'}</span>
      {id ? <span className="text-ink-soft"> · {id}</span> : null}
    </p>
  );
}

function nameOf({ label, company }: PaymentMethod): string {
  return label === company ? label : `${label} (${company})`;
}
