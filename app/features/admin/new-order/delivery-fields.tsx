import { useShop } from '#app/lib/use-shop.ts';
import { countryName } from '#domain/countries.ts';
import { deliveryTime, type OfferedRate } from '#domain/delivery.ts';
import { formatMoney } from '#domain/money.ts';
import { regionsOf } from '#domain/regions.ts';
import type { SellingFacts } from '#domain/selling-facts.ts';
import { SelectField } from '../form/select-field.tsx';
import type { OrderForm } from './order-form.ts';

interface DeliveryFieldsProps {
  form: Pick<OrderForm, 'country' | 'region'>;
  selling: SellingFacts;
  /** The countries the zones deliver to; empty without zones, and before the first quote. */
  countries: readonly string[];
  rates: readonly OfferedRate[];
  rateId: string | null;
  /** Why it cannot be delivered there. */
  problem: string | undefined;
  onChange: (change: Partial<OrderForm>) => void;
}

/** Destination, as far as amounts depend on it, and delivery option. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { form, selling, countries, rates, rateId, problem, onChange } = props;
  const { site } = useShop();
  const codes = [...(countries.length > 0 ? countries : site.shipsTo)];
  if (form.country && !codes.includes(form.country)) codes.push(form.country);
  const offered = codes
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
  const named = selling.regions[form.country];
  const regions = named
    ? (regionsOf(form.country) ?? named.map((code) => ({ code, name: code })))
    : [];
  return (
    <>
      {selling.destination ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Country"
            name="country"
            required
            value={form.country}
            error={problem}
            options={[{ value: '', label: 'Choose a country' }, ...offered]}
            onChange={({ target }) => onChange({ country: target.value, region: '', rateId: null })}
          />
          {regions.length > 0 ? (
            <SelectField
              label="State or region"
              name="region"
              value={form.region}
              options={[
                { value: '', label: 'Another, or none' },
                ...regions.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              onChange={({ target }) => onChange({ region: target.value, rateId: null })}
            />
          ) : null}
        </div>
      ) : null}
      {rates.length > 0 ? (
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Delivery</legend>
          {rates.map((rate) => (
            <label
              key={rate.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 py-1 text-sm"
            >
              <input
                type="radio"
                name="rate"
                checked={rate.id === rateId}
                onChange={() => onChange({ rateId: rate.id })}
                className="size-4.5 shrink-0 accent-ink"
              />
              <span className="min-w-0 flex-1">
                {rate.name}
                {rate.daysTo === null ? null : (
                  <span className="text-ink-soft"> · {deliveryTime(rate)}</span>
                )}
              </span>
              <span className="tabular-nums">
                {rate.price === 0 ? 'Free' : formatMoney(rate.price)}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}
