import { Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FormSection } from '../form/form-section.tsx';
import { iconButton } from '../table/icon-button.ts';
import { PlainFields } from './plain-fields.tsx';
import type { ProductValues } from './product-values.ts';

/** The texts of the label; each is shown once it is filled in. */
export function LabelFields() {
  return (
    <FormSection title="Label" description="Shown on the product's page as it stands here.">
      <PlainFields section="label" />
      <SupplementFactsField />
    </FormSection>
  );
}

function SupplementFactsField() {
  const { register, control, formState } = useFormContext<ProductValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'facts.rows' });
  const errors = formState.errors.facts;
  return (
    <fieldset className="min-w-0 space-y-4 border-t border-line pt-4">
      <legend className="float-left w-full pb-1 text-sm font-semibold">Supplement Facts</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        <TextField
          compact
          label="Serving size"
          error={errors?.serving_size?.message}
          {...register('facts.serving_size')}
        />
        <TextField
          compact
          label="Servings per container"
          error={errors?.servings?.message}
          {...register('facts.servings')}
        />
      </div>
      {fields.map((field, index) => (
        // On phones the name has its own line.
        <fieldset
          key={field.id}
          aria-label={`Row ${index + 1} of the facts`}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-end gap-3 border-b border-line pb-4 sm:grid-cols-[minmax(0,1fr)_7rem_6rem_2.75rem] sm:border-0 sm:pb-0"
        >
          <TextField
            compact
            label="Name"
            className="col-span-3 min-w-0 sm:col-span-1"
            error={errors?.rows?.[index]?.name?.message}
            {...register(`facts.rows.${index}.name`)}
          />
          <TextField
            compact
            label="Amount"
            placeholder="300 mg"
            className="min-w-0"
            {...register(`facts.rows.${index}.amount`)}
          />
          <TextField
            compact
            label="Daily value"
            placeholder="15%"
            className="min-w-0"
            {...register(`facts.rows.${index}.daily_value`)}
          />
          <button
            type="button"
            aria-label={`Remove row ${index + 1} of the facts`}
            onClick={() => remove(index)}
            className={iconButton}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
          </button>
        </fieldset>
      ))}
      <Button variant="secondary" onClick={() => append({ name: '', amount: '', daily_value: '' })}>
        Add a row
      </Button>
      <TextAreaField compact label="Notes" rows={2} {...register('facts.notes')} />
    </fieldset>
  );
}
