import { clsx } from 'clsx';
import { useId } from 'react';
import { useShop } from '#app/lib/use-shop.ts';

/** Card or wallet (specification §2; values §9). The wallet waits for its own time. */
export function PaymentMethodChoice() {
  const { paymentMethods } = useShop();
  return (
    <fieldset>
      <legend className="mb-4 font-display text-display-sm">Payment method</legend>
      <div className="overflow-hidden rounded-md border border-line-strong bg-paper">
        {paymentMethods.stripe ? (
          <Method value="stripe" title="Card" hint="Credit or debit card, paid through Stripe" />
        ) : null}
        <Method value="paypal" title="PayPal" hint="PayPal is coming soon" disabled />
      </div>
    </fieldset>
  );
}

interface MethodProps {
  value: 'stripe' | 'paypal';
  title: string;
  hint: string;
  disabled?: boolean;
}

function Method({ value, title, hint, disabled = false }: MethodProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-4 px-5 not-first:border-t not-first:border-line">
      <input
        type="radio"
        id={id}
        name="payment-method"
        value={value}
        defaultChecked={!disabled}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        className="size-5 shrink-0 accent-resin"
      />
      <label htmlFor={id} className={clsx('block flex-1 py-4', disabled && 'text-ink-soft')}>
        <span className="block font-semibold">{title}</span>
        <span id={`${id}-hint`} className="block text-sm text-ink-soft">
          {hint}
        </span>
      </label>
    </div>
  );
}
