import { useShop } from '#app/lib/use-shop.ts';
import { formatAmount } from '#domain/foreign-money.ts';
import { RadioField } from '../form/radio-field.tsx';
import { Moment } from '../table/moment.tsx';
import { nameOfProvider } from './payment-ids.tsx';
import { isExtra, type PaymentLeft } from './payments-left.ts';

interface RefundPaymentFieldProps {
  payments: readonly PaymentLeft[];
  chosen: PaymentLeft;
  onChange: (chosen: PaymentLeft) => void;
}

/** For an order that was paid more than once: chooses the payment to refund. */
export function RefundPaymentField({ payments, chosen, onChange }: RefundPaymentFieldProps) {
  const { paymentMethods } = useShop();
  return (
    <fieldset className="mt-3">
      <legend className="text-ink-soft">
        This order was paid more than once. Choose the payment to refund.
      </legend>
      {payments.map((each) => {
        const { payment } = each;
        return (
          <RadioField
            key={payment.id}
            name="payment"
            checked={payment.id === chosen.payment.id}
            onChange={() => onChange(each)}
            label={`${isExtra(payment) ? 'Extra payment' : 'Payment for the order'}, ${describeLeft(each)}`}
            hint={
              <>
                {nameOfProvider(payment.provider, paymentMethods)} {payment.reference},{' '}
                <Moment at={payment.created_at} />.{' '}
                {isExtra(payment)
                  ? 'Refunding it leaves the order as it is.'
                  : 'Refunding all of it marks the order as refunded.'}
              </>
            }
          />
        );
      })}
    </fieldset>
  );
}

function describeLeft({ payment: { amount_cents, currency }, cents }: PaymentLeft): string {
  const all = formatAmount(amount_cents, currency);
  return cents === amount_cents ? all : `${formatAmount(cents, currency)} left of ${all}`;
}
