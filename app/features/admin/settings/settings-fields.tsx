import { useFormContext, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { countryName, isCountry, readCountries } from '#domain/countries.ts';
import type { TextInput } from '#domain/settings.ts';
import { CheckField } from '../form/check-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { SelectField } from '../form/select-field.tsx';
import { HoursField } from './hours-field.tsx';
import { type SettingValues, textSettings } from './setting-values.ts';

const timeZones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));

type TextSetting = Exclude<keyof SettingValues, 'hours' | 'rating_shown' | 'first_day_shown'>;

export function SettingsFields() {
  const { register, control, formState } = useFormContext<SettingValues>();
  const { errors } = formState;
  const ratingShown = useWatch({ control, name: 'rating_shown' });
  const named = readCountries(useWatch({ control, name: 'ships_to' }))
    .filter(isCountry)
    .map(countryName)
    .join(', ');
  /** Props shared by all plain fields. */
  const field = (name: TextSetting, label: string) => ({
    compact: true,
    label,
    error: errors[name]?.message,
    ...register(name),
  });
  /** The single-text settings, as described in `domain/settings.ts`. */
  const textFields = (section: TextInput['section']) =>
    textSettings
      .filter(({ input }) => input.section === section)
      .map(({ key, input: { label, hint, rows, type } }) =>
        rows ? (
          <TextAreaField key={key} {...field(key, label)} hint={hint} rows={rows} />
        ) : (
          <TextField key={key} {...field(key, label)} hint={hint} type={type} />
        ),
      );

  return (
    <div className="space-y-5">
      <FormSection title="How to reach you" description="In the footer and on the contact page.">
        {textFields('reach')}
        <HoursField />
      </FormSection>
      <FormSection title="Addresses">
        <TextField {...field('manufacturer_name', 'Manufacturer')} />
        <TextAreaField {...field('manufacturer_lines', 'Manufacturer’s address')} rows={4} />
        <TextField {...field('distributor_name', 'Distributor')} />
        <TextAreaField {...field('distributor_lines', 'Distributor’s address')} rows={4} />
      </FormSection>
      <FormSection title="Selling">
        {textFields('selling')}
        <TextField {...field('free_shipping_from', 'Amount, in dollars')} inputMode="decimal" />
        <TextField
          {...field('ships_to', 'Countries shipped to')}
          hint={`${named || 'Two letters for each country, separated by commas'}. New payments offer these countries.`}
        />
        <TextField
          {...field('low_stock', 'Low stock')}
          hint="From this many on, the shop says how many are left. Products that are not counted never do."
          inputMode="numeric"
        />
        <SelectField
          label="Order of products"
          hint="Visitors may choose another. With one of the last three, sold-out products come last."
          options={[
            { value: '', label: 'By name' },
            { value: 'name', label: 'By name, sold out last' },
            { value: 'price', label: 'Lowest price first, sold out last' },
            { value: 'newest', label: 'Newest first, sold out last' },
          ]}
          {...register('product_order')}
        />
        <SelectField
          label="Adding from the product page"
          options={[
            { value: 'one', label: 'Always adds one' },
            { value: 'stepper', label: 'Adds the chosen quantity' },
          ]}
          {...register('add_to_cart_quantity')}
        />
        <SelectField
          label="Time zone of dates"
          options={timeZones}
          error={errors.time_zone?.message}
          {...register('time_zone')}
        />
        <CheckField
          label="Show the fixed rating"
          hint="It is not calculated from reviews. Turn it off once you collect your own."
          {...register('rating_shown')}
        />
        {ratingShown ? (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field('rating_value', 'Rating')} inputMode="decimal" />
            <TextField {...field('rating_count', 'Number of reviews')} inputMode="numeric" />
          </div>
        ) : null}
      </FormSection>
      <FormSection title="Notices">{textFields('notices')}</FormSection>
      <FormSection title="Admin area">
        <CheckField
          label="Show the first-day checklist"
          hint="On the dashboard, until everything on it is done."
          {...register('first_day_shown')}
        />
      </FormSection>
    </div>
  );
}
