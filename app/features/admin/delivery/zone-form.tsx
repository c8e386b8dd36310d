import { useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '#app/components/forms/text-field.tsx';
import { countryName, isCountry, readCountries } from '#domain/countries.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import { emptyZone, toZoneRow, toZoneValues, type ZoneValues, zoneValues } from './zone-values.ts';

export const backToZones = { to: '/admin/delivery/zones', label: 'Back to delivery' };

const texts: RowFormTexts = {
  created: 'Zone created. Add a rate to it next.',
  updated: 'Zone updated',
  createFailed: 'Failed to save the zone',
  updateFailed: 'Failed to save the zone',
  create: 'Create zone',
};

interface ZoneFormProps {
  loaded: RowOf<'delivery_zones'> | null;
  orphanedDraft?: string | undefined;
}

export function ZoneForm({ loaded, orphanedDraft }: ZoneFormProps) {
  return (
    <RowForm
      table="delivery_zones"
      label="Delivery zone"
      heading={loaded ? loaded.name : 'Add delivery zone'}
      back={backToZones}
      schema={zoneValues}
      initial={loaded ? toZoneValues(loaded) : emptyZone}
      loaded={loaded}
      orphanedDraft={orphanedDraft}
      toValues={toZoneValues}
      toRow={toZoneRow}
      texts={texts}
    >
      <ZoneFields />
    </RowForm>
  );
}

function ZoneFields() {
  const { register, control, formState } = useFormContext<ZoneValues>();
  const { errors } = formState;
  const named = readCountries(useWatch({ control, name: 'countries' }))
    .filter(isCountry)
    .map(countryName);
  return (
    <FormSection title="Zone">
      <TextField compact label="Name" required error={errors.name?.message} {...register('name')} />
      <TextField
        compact
        label="Countries"
        required
        hint={named.length > 0 ? named.join(', ') : 'Two-letter country codes, such as US, CA.'}
        autoComplete="off"
        error={errors.countries?.message}
        {...register('countries')}
      />
      <TextField
        compact
        label="Regions"
        hint="Codes such as US-HI, US-AK. Leave empty for whole countries. A zone with a region takes precedence over one with its country."
        autoComplete="off"
        error={errors.regions?.message}
        {...register('regions')}
      />
    </FormSection>
  );
}
