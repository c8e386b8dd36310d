import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useShop } from '#app/lib/use-shop.ts';
import type { PaymentProviderName } from '#domain/order.ts';

interface Choice {
  chosen: PaymentProviderName;
  onChoose: (method: PaymentProviderName) => void;
}

/** Card or wallet (requirements §2.10); one that is switched off is not shown. */
export function PaymentMethodChoice(choice: Choice) {
  const { paymentMethods } = useShop();
  const group = useRef<HTMLFieldSetElement>(null);
  // What was chosen before the scripts came, or is restored by Back, counts.
  const adopt = useEffectEvent(() => {
    const checked = group.current?.querySelector<HTMLInputElement>(':checked');
    if (checked) choice.onChoose(checked.value as PaymentProviderName);
  });
  useEffect(() => adopt(), []);
  return (
    <fieldset ref={group}>
      <legend className="mb-4 font-display text-display-sm">Payment method</legend>
      <div className="overflow-hidden rounded-md border border-line-strong bg-paper">
        {paymentMethods.stripe ? (
          <Method
            {...choice}
            value="stripe"
            title="Card"
            hint="Credit or debit card, processed by Stripe"
          />
        ) : null}
        {paymentMethods.paypal ? (
          <Method {...choice} value="paypal" title="PayPal" hint="Paid from your PayPal account" />
        ) : null}
      </div>
    </fieldset>
  );
}

interface MethodProps extends Choice {
  value: PaymentProviderName;
  title: string;
  hint: string;
}

function Method({ chosen, onChoose, value, title, hint }: MethodProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-4 px-5 not-first:border-t not-first:border-line">
      <input
        type="radio"
        id={id}
        name="payment-method"
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
        aria-describedby={`${id}-hint`}
        className="size-5 shrink-0 accent-resin"
      />
      <label htmlFor={id} className="block flex-1 py-4">
        <span className="block font-semibold">{title}</span>
        <span id={`${id}-hint`} className="block text-sm text-ink-soft">
          {hint}
        </span>
      </label>
    </div>
  );
}
