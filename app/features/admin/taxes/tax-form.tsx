import { useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '#app/components/forms/text-field.tsx';
import { countryName, countryOptions } from '#domain/countries.ts';
import { formatMoney } from '#domain/money.ts';
import { priceOrder } from '#domain/price-order.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import { SelectField } from '../form/select-field.tsx';
import {
  emptyTax,
  type TaxValues,
  taxClassLabels,
  taxValues,
  toTaxRow,
  toTaxValues,
} from './tax-values.ts';

export const backToTaxes = { to: '/admin/taxes', label: 'Back to taxes' };

const texts: RowFormTexts = {
  created: 'Tax rate created',
  updated: 'Tax rate updated',
  createFailed: 'Failed to save the tax rate',
  updateFailed: 'Failed to save the tax rate',
  create: 'Create tax rate',
};

interface TaxFormProps {
  loaded: RowOf<'tax_rates'> | null;
  orphanedDraft?: string | undefined;
}

export function TaxForm({ loaded, orphanedDraft }: TaxFormProps) {
  return (
    <RowForm
      table="tax_rates"
      label="Tax rate"
      heading={
        loaded
          ? [countryName(loaded.country), loaded.region].filter(Boolean).join(', ')
          : 'Add tax rate'
      }
      back={backToTaxes}
      schema={taxValues}
      initial={loaded ? toTaxValues(loaded) : emptyTax}
      loaded={loaded}
      orphanedDraft={orphanedDraft}
      toValues={toTaxValues}
      toRow={toTaxRow}
      texts={texts}
    >
      <TaxFields />
    </RowForm>
  );
}

const ways = [
  { value: 'added', label: 'Added to prices' },
  { value: 'included', label: 'Included in prices' },
] as const;

function TaxFields() {
  const { register, control, formState } = useFormContext<TaxValues>();
  const { errors } = formState;
  const values = useWatch({ control }) as TaxValues;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <FormSection title="Tax rate">
        <SelectField
          label="Country"
          options={countryOptions()}
          error={errors.country?.message}
          {...register('country')}
        />
        <TextField
          compact
          label="Region"
          hint="Short code, such as NY. Leave empty for the whole country; a region’s own rate takes precedence."
          autoComplete="off"
          className="max-w-48"
          error={errors.region?.message}
          {...register('region')}
        />
        <SelectField
          label="For products in tax class"
          options={taxClassLabels}
          {...register('class')}
        />
        <TextField
          compact
          label="Percent"
          required
          inputMode="decimal"
          autoComplete="off"
          className="max-w-48"
          error={errors.percent?.message}
          {...register('percent')}
        />
        <SelectField label="The tax is" options={ways} {...register('included')} />
        <CheckField
          label="Also applies to delivery"
          hint="Delivery is taxed at the standard rate."
          {...register('on_delivery')}
        />
      </FormSection>
      <FormSection title="Example">
        <p className="text-sm">{describeExample(values)}</p>
      </FormSection>
    </div>
  );
}

/** What a customer would pay, computed by the shop's own calculation. */
function describeExample({ percent, included, on_delivery }: TaxValues): string {
  if (!taxValues.shape.percent.safeParse(percent).success) return 'Enter a percentage first.';
  const rule = {
    percent: Math.round(Number(percent) * 1000),
    included: included === 'included',
    onDelivery: on_delivery,
  };
  const line = { productId: '', weight: '', priceCents: 5000, quantity: 1 } as const;
  const { tax, total } = priceOrder([{ ...line, taxClass: 'standard' }], {
    discount: null,
    deliveryCents: 500,
    taxes: { standard: rule },
  });
  return rule.included
    ? `A product at $50.00 with $5.00 delivery costs ${formatMoney(total)}, including ${formatMoney(tax)} tax.`
    : `A product at $50.00 with $5.00 delivery and ${formatMoney(tax)} tax costs ${formatMoney(total)}.`;
}
