import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useShop } from '#app/lib/use-shop.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';

interface Choice {
  /** The method's id. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The shop's payment methods (requirements §2.10); a method that is turned off is not shown. */
export function PaymentMethodChoice(choice: Choice) {
  const { paymentMethods } = useShop();
  const group = useRef<HTMLFieldSetElement>(null);
  // Picks up what was chosen before hydration, or was restored by Back.
  const adopt = useEffectEvent(() => {
    const checked = group.current?.querySelector<HTMLInputElement>(':checked');
    if (checked) choice.onChoose(checked.value);
  });
  useEffect(() => adopt(), []);
  return (
    <fieldset ref={group}>
      <legend className="mb-3 font-display text-display-sm lg:mb-4">Payment method</legend>
      <div className="pay-ways">
        {paymentMethods.map((method) =>
          method.offered ? <Method key={method.id} {...choice} method={method} /> : null,
        )}
      </div>
    </fieldset>
  );
}

interface MethodProps extends Choice {
  method: PaymentMethod;
}

function Method({ chosen, onChoose, method }: MethodProps) {
  const id = useId();
  return (
    <div className="pay-by">
      <input
        type="radio"
        id={id}
        name="payment-method"
        value={method.id}
        checked={chosen === method.id}
        onChange={() => onChoose(method.id)}
        aria-describedby={`${id}-hint`}
        className="size-5 shrink-0 accent-resin"
      />
      <label htmlFor={id} className="block flex-1 py-3 lg:py-4">
        <span className="pay-name">
          <span className="font-semibold">{method.label}</span>
          <span aria-hidden="true" className="flex gap-1.5">
            {method.marks?.map(({ src, width }) => (
              <img key={src} src={src} alt="" width={width} height={24} />
            ))}
          </span>
        </span>
        <span id={`${id}-hint`} className="block text-sm text-ink-soft">
          {method.hint}
        </span>
      </label>
    </div>
  );
}
