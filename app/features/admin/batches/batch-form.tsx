import { useFormContext, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import { SelectField } from '../form/select-field.tsx';
import { BatchFacts } from './batch-facts.tsx';
import type { Batch } from './batch-text.ts';
import {
  type BatchValues,
  batchValues,
  emptyBatch,
  toBatchRow,
  toBatchValues,
} from './batch-values.ts';
import { useProductNames } from './use-product-names.ts';

export const backToBatches = { to: '/admin/batches', label: 'Back to batches' };

const texts: RowFormTexts = {
  created: 'Batch created',
  updated: 'Batch updated',
  createFailed: 'Failed to save the batch',
  updateFailed: 'Failed to save the batch',
  create: 'Create batch',
};

interface BatchFormProps {
  loaded: Batch | null;
  orphanedDraft?: string | undefined;
}

/** The facts of a batch that has no published passport. */
export function BatchForm({ loaded, orphanedDraft }: BatchFormProps) {
  return (
    <RowForm
      table="batches"
      label="Batch"
      heading={loaded ? `Batch ${loaded.code}` : 'Add batch'}
      back={backToBatches}
      schema={batchValues}
      initial={loaded ? toBatchValues(loaded) : emptyBatch}
      loaded={loaded}
      orphanedDraft={orphanedDraft}
      toValues={toBatchValues}
      toRow={toBatchRow}
      texts={texts}
    >
      <Fields wasReleased={Boolean(loaded?.released_at)} />
    </RowForm>
  );
}

function Fields({ wasReleased }: { wasReleased: boolean }) {
  const { register, control, formState } = useFormContext<BatchValues>();
  const { errors } = formState;
  const products = useProductNames();
  const [productId, origin, note] = useWatch({ control, name: ['product_id', 'origin', 'note'] });
  return (
    <FormSection
      title="What was filled"
      {...(wasReleased && {
        description: 'This batch was released before: it keeps its code and its product.',
      })}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          compact
          label="Code"
          required
          readOnly={wasReleased}
          autoComplete="off"
          autoCapitalize="characters"
          hint="As it is on the lid. New ones: up to 20 capital letters, digits, dots, hyphens and underscores."
          error={errors.code?.message}
          {...register('code')}
        />
        <SelectField
          label="Product"
          required
          // The options load after the row; React keeps the value once its option exists.
          key={products.length}
          options={[
            { value: '', label: 'Choose a product' },
            ...products.filter(({ value }) => !wasReleased || value === productId),
          ]}
          error={errors.product_id?.message}
          {...register('product_id')}
        />
      </div>
      <BatchFacts />
      <TextAreaField
        compact
        label="Note"
        hint="For your team only; not shown on the passport."
        error={errors.note?.message}
        {...register('note')}
      />
      <HealthClaimAdvice text={`${origin} ${note}`} />
    </FormSection>
  );
}
