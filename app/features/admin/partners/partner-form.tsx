import { Controller, useFormContext } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { FileField } from '../form/file-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import {
  emptyPartner,
  type PartnerValues,
  partnerValues,
  toPartnerRow,
  toPartnerValues,
} from './partner-values.ts';

export const backToPartners = { to: '/admin/partners', label: 'Back to partners' };

const texts: RowFormTexts = {
  created: 'Partner created successfully',
  updated: 'Partner updated successfully',
  createFailed: 'Failed to save partner',
  updateFailed: 'Failed to save partner',
  create: 'Create partner',
};

interface PartnerFormProps {
  loaded: RowOf<'partners'> | null;
  /** Name of the draft of a deleted partner, which becomes this new one. */
  orphanedDraft?: string | undefined;
}

export function PartnerForm({ loaded, orphanedDraft }: PartnerFormProps) {
  return (
    <RowForm
      table="partners"
      label="Partner"
      heading={loaded ? loaded.name : 'Add partner'}
      back={backToPartners}
      schema={partnerValues}
      initial={loaded ? toPartnerValues(loaded) : emptyPartner}
      loaded={loaded}
      orphanedDraft={orphanedDraft}
      toValues={toPartnerValues}
      toRow={toPartnerRow}
      texts={texts}
    >
      <PartnerFields />
    </RowForm>
  );
}

function PartnerFields() {
  const { register, control, formState } = useFormContext<PartnerValues>();
  const { errors } = formState;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <FormSection title="Partner">
        <TextField
          compact
          label="Name"
          required
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          compact
          label="Website"
          placeholder="https://"
          inputMode="url"
          error={errors.website_url?.message}
          {...register('website_url')}
        />
        <TextAreaField
          compact
          label="Description"
          rows={4}
          error={errors.description?.message}
          {...register('description')}
        />
      </FormSection>
      <div className="space-y-5">
        <FormSection title="Visibility">
          <CheckField
            label="Active"
            hint="The home page shows the 8 newest active partners."
            {...register('active')}
          />
        </FormSection>
        <FormSection title="Logo">
          <Controller
            control={control}
            name="logo_url"
            render={({ field }) => (
              <FileField kind="image" label="Logo" value={field.value} onChange={field.onChange} />
            )}
          />
        </FormSection>
      </div>
    </div>
  );
}
