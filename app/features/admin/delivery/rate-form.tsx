import { useFormContext } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import { SelectField } from '../form/select-field.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { useRules } from '../table/rule-list.tsx';
import { emptyRate, type RateValues, rateValues, toRateRow, toRateValues } from './rate-values.ts';

export const backToRates = { to: '/admin/delivery/rates', label: 'Back to delivery' };

const texts: RowFormTexts = {
  created: 'Rate created',
  updated: 'Rate updated',
  createFailed: 'Failed to save the rate',
  updateFailed: 'Failed to save the rate',
  create: 'Create rate',
};

interface RateFormProps {
  loaded: RowOf<'delivery_rates'> | null;
  orphanedDraft?: string | undefined;
}

export function RateForm({ loaded, orphanedDraft }: RateFormProps) {
  const zones = useRules('delivery_zones', 'position').data;
  const [search] = useSearchParams();
  if (!zones) return <ScreenLoading />;
  return (
    <RowForm
      table="delivery_rates"
      label="Delivery rate"
      heading={loaded ? loaded.name : 'Add delivery rate'}
      back={backToRates}
      schema={rateValues}
      initial={loaded ? toRateValues(loaded) : emptyRate(search.get('zone') ?? zones[0]?.id ?? '')}
      loaded={loaded}
      orphanedDraft={orphanedDraft}
      toValues={toRateValues}
      toRow={toRateRow}
      texts={texts}
    >
      <RateFields zones={zones} />
    </RowForm>
  );
}

function RateFields({ zones }: { zones: readonly RowOf<'delivery_zones'>[] }) {
  const { register, formState } = useFormContext<RateValues>();
  const { errors } = formState;
  const number = (name: keyof RateValues, label: string, hint?: string) => (
    <TextField
      compact
      label={label}
      hint={hint}
      inputMode={name.startsWith('days') || name === 'position' ? 'numeric' : 'decimal'}
      autoComplete="off"
      error={errors[name]?.message}
      {...register(name)}
    />
  );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <FormSection title="Rate">
        <SelectField
          label="Zone"
          options={zones.map(({ id, name }) => ({ value: id, label: name }))}
          error={errors.zone_id?.message}
          {...register('zone_id')}
        />
        <TextField
          compact
          label="Name"
          required
          hint="What customers choose, such as “Standard” or “Express”."
          error={errors.name?.message}
          {...register('name')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          {number('price', 'Price in dollars', '0 for free delivery.')}
          {number(
            'free_from',
            'Free from, in dollars',
            'By the price of the products, before a discount.',
          )}
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          {number('days_from', 'Days until it arrives, at least')}
          {number('days_to', 'At most')}
        </div>
      </FormSection>
      <FormSection title="Offered for">
        {number('min_subtotal', 'Minimum order, in dollars', 'Leave empty for any order.')}
        {number('max_subtotal', 'Maximum order, in dollars')}
        {number('position', 'Place in the list', 'Lowest number comes first and is preselected.')}
      </FormSection>
    </div>
  );
}
