import { clsx } from 'clsx';
import { useId } from 'react';
import { compactControl } from '#app/components/ui/control-style.ts';
import { checkoutChoices, elsewhere, useCheckoutChoices } from '#app/lib/checkout-choices.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { countryName } from '#domain/countries.ts';
import { type Region, regionsOf } from '#domain/regions.ts';
import type { SellingFacts } from '#domain/selling-facts.ts';

interface DeliverToProps {
  selling: SellingFacts;
  /** The countries the zones deliver to; empty without zones. */
  countries: readonly string[];
  /** Why nothing can be delivered there. */
  problem: string | undefined;
}

const select = clsx(compactControl, 'min-h-11 border-line-strong');

/** Country, plus the region if amounts depend on it. Remembered in this browser. */
export function DeliverTo({ selling, countries, problem }: DeliverToProps) {
  const { site } = useShop();
  const { country, region } = useCheckoutChoices();
  const id = useId();
  const offered = (countries.length > 0 ? countries : site.shipsTo)
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  // A previously chosen country that is no longer delivered to stays listed, with the reason beside it.
  if (country !== '' && !offered.some(({ code }) => code === country)) {
    offered.push({ code: country, name: countryName(country) });
  }
  const named = country === '' ? undefined : selling.regions[country];
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-semibold">Deliver to</legend>
      <select
        aria-label="Country"
        autoComplete="country"
        value={country}
        onChange={({ target }) =>
          checkoutChoices.set({ country: target.value, region: '', rateId: null })
        }
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        className={select}
      >
        {country === '' ? <option value="">Choose a country</option> : null}
        {offered.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {named ? (
        <select
          aria-label="State or region"
          autoComplete="address-level1"
          value={region}
          onChange={({ target }) => checkoutChoices.set({ region: target.value, rateId: null })}
          className={select}
        >
          {region === '' ? <option value="">Choose a state or region</option> : null}
          {regionChoices(country, named).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      <p
        id={`${id}-problem`}
        role="status"
        className="text-sm font-medium text-danger empty:hidden"
      >
        {problem}
      </p>
    </fieldset>
  );
}

/** All regions if they are known; otherwise those that make a difference, plus one for all others. */
function regionChoices(country: string, named: readonly string[]): Region[] {
  const known = regionsOf(country);
  if (known) return known;
  return [
    ...named.map((code) => ({ code, name: code })),
    { code: elsewhere, name: `Elsewhere in ${countryName(country)}` },
  ];
}
