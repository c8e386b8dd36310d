import { useShop } from '#app/lib/use-shop.ts';
import { isOutsidePayment, outsidePaymentLabels } from '#domain/manual-order.ts';
import { type PaymentMethod, paymentMethodOf } from '#domain/payment-method.ts';
import type { WholeOrder } from './read-order.ts';

/** How it was paid, with the provider's own reference (requirements §9.6, print view). */
export function PaymentIds({ whole: { order, payments, manual } }: { whole: WholeOrder }) {
  const { paymentMethods } = useShop();
  const method = paymentMethodOf(order, paymentMethods);
  const outside = payments.find(({ provider }) => isOutsidePayment(provider));
  const id = method ? order[method.referenceColumn] : outside?.reference;
  return (
    <p className="text-sm break-all">
      <span className="text-ink-soft">Payment: </span>
      <span className="font-semibold">
        {method
          ? nameOf(method)
          : manual?.kind === 'replacement'
            ? 'None, at no charge'
            : outside
              ? nameOfProvider(outside.provider, paymentMethods)
              : 'Unknown'}
      </span>
      {id ? <span className="text-ink-soft"> · {id}</span> : null}
    </p>
  );
}

/** "Stripe", "Bank transfer"; a provider that no longer exists is shown by its id. */
export function nameOfProvider(provider: string, methods: readonly PaymentMethod[]): string {
  if (isOutsidePayment(provider)) return outsidePaymentLabels[provider];
  return methods.find(({ id }) => id === provider)?.company ?? provider;
}

function nameOf({ label, company }: PaymentMethod): string {
  return label === company ? label : `${label} (${company})`;
}
