import { useId } from 'react';
import { checkoutChoices } from '#app/lib/checkout-choices.ts';
import { deliveryTime, type OfferedRate } from '#domain/delivery.ts';
import { formatMoney } from '#domain/money.ts';

interface DeliveryChoiceProps {
  rates: readonly OfferedRate[];
  chosen: string | null;
}

/** The delivery options, with price and arrival. */
export function DeliveryChoice({ rates, chosen }: DeliveryChoiceProps) {
  const name = useId();
  if (rates.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Delivery</legend>
      <div className="rounded-sm border border-line-strong">
        {rates.map((rate) => (
          <label key={rate.id} className="delivery-rate">
            <input
              type="radio"
              name={name}
              checked={rate.id === chosen}
              onChange={() => checkoutChoices.set({ rateId: rate.id })}
              className="size-4 shrink-0 accent-resin"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{rate.name}</span>
              <span className="block text-ink-soft empty:hidden">{arrival(rate, new Date())}</span>
            </span>
            <span className="tabular-nums">
              {rate.price === 0 ? 'Free' : formatMoney(rate.price)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** "3–5 days, Nov 26 – 28", as days and as dates; empty if the owner gave none. */
function arrival(
  { daysFrom, daysTo }: Pick<OfferedRate, 'daysFrom' | 'daysTo'>,
  now: Date,
): string {
  if (daysTo === null) return '';
  const on = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const dates = day.formatRange(on(daysFrom ?? daysTo), on(daysTo));
  return `${deliveryTime({ daysFrom, daysTo })}, ${dates}`;
}
