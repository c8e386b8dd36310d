import { useShop } from '#app/lib/use-shop.ts';
import { isOutsidePayment, outsidePaymentLabels } from '#domain/manual-order.ts';
import { type PaymentMethod, paymentMethodOf } from '#domain/payment-method.ts';
import type { WholeOrder } from './read-order.ts';

/** How it was paid, with the provider's own number (requirements §9.6, print view). */
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
              ? nameOfOutside(outside.provider)
              : 'Unknown'}
      </span>
      {id ? <span className="text-ink-soft"> · {id}</span> : null}
    </p>
  );
}

function nameOfOutside(provider: string): string {
  return isOutsidePayment(provider) ? outsidePaymentLabels[provider] : provider;
}

function nameOf({ label, company }: PaymentMethod): string {
  return label === company ? label : `${label} (${company})`;
}
