import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import type { BatchLimit } from '#domain/batch-limits.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { capitalize } from '../data/field-label.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { readRow, type Saved, saveOverOwn, saveOverStored } from '../data/save-unchanged.ts';
import { type AdminCalls, useAdminCalls } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useSaved } from '../form/use-saved.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import {
  formatLimit,
  limitsAt,
  type Requirements,
  type RequirementValues,
  requirementValues,
  toRequirementRow,
  toRequirementValues,
} from './requirements-values.ts';

const keyOf = (productId: string) => ['requirements', productId] as const;

/** What a batch of the product needs before it can be released, and the product's trade item number. */
export function RequirementsSection({ productId }: { productId: string }) {
  const calls = useAdminCalls();
  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(productId),
    queryFn: () => readRow(calls, 'product_requirements', productId),
    // A form keeps the values it was opened with; changes by others are detected when saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div id="requirements" className="mt-5 scroll-mt-20 lg:mr-[21.25rem]">
      {data === undefined ? (
        <FormSection title="Laboratory requirements">
          {isError ? (
            <LoadFailure text="The requirements could not be loaded." onRetry={refetch} />
          ) : null}
        </FormSection>
      ) : (
        <RequirementsForm key={productId} productId={productId} opened={data} />
      )}
    </div>
  );
}

const words = {
  dose: 'daily dose',
  analytes: 'analytes and their limits',
  others: 'further analytes',
};

interface RequirementsFormProps {
  productId: string;
  opened: Requirements | null;
}

function RequirementsForm({ productId, opened }: RequirementsFormProps) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const form = useForm<RequirementValues>({
    resolver: zodResolver(requirementValues),
    defaultValues: toRequirementValues(opened),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, `product-requirements:${productId}`);
  useUnsavedWarning(isDirty);
  const saved = useSaved<RequirementValues, Requirements, object>(form, draft, {
    opened,
    toValues: toRequirementValues,
    savedAt: ({ updated_at }) => updated_at,
    words,
  });
  const { loaded, conflict, send, settle, takeTheirs } = saved;
  const { register, control } = form;
  const [dose, analytes] = useWatch({ control, name: ['dose', 'analytes'] });
  const limits = limitsAt(dose);

  async function save(values: RequirementValues, known: Requirements | null): Promise<void> {
    const sent = structuredClone(form.getValues());
    const row = toRequirementRow(values);
    try {
      const stored = await send(row, (before) =>
        storeRequirements(calls, productId, known, row, before),
      );
      if (!stored) return;
      settle(stored, sent);
      showToast({ title: 'Requirements saved' });
      void queries.invalidateQueries({ queryKey: ['batch'] });
    } catch (error) {
      const refused = refusedField(error);
      if (refused) form.setError(refused.field, refused, { shouldFocus: true });
      else {
        showToast({
          title: 'Failed to save the requirements',
          description: messageOf(error),
          variant: 'destructive',
        });
      }
    }
  }

  return (
    <form
      aria-label="Laboratory requirements"
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => save(values, loaded))(event)}
    >
      <FormSection
        title="Laboratory requirements"
        description="What a batch of this product needs before it is released. Limits may be stricter than the defaults, never laxer."
      >
        <DraftNotice draft={draft} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            compact
            label="Daily dose in grams"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.5"
            hint="From the label. Limits of metals are those of a day divided by it; empty: 0.5 g."
            error={errors.dose?.message}
            {...register('dose')}
          />
          <TextField
            compact
            label="GTIN"
            inputMode="numeric"
            autoComplete="off"
            hint="The number under the barcode. QR codes then are GS1 Digital Links."
            error={errors.gtin?.message}
            {...register('gtin')}
          />
        </div>
        <fieldset>
          <legend className="text-sm font-semibold">Every release needs a result for</legend>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {analytes.map(({ analyte, required }, index) => (
              <li
                key={analyte}
                className="grid items-start gap-x-5 sm:grid-cols-[minmax(0,1fr)_12rem] sm:py-1"
              >
                <CheckField
                  label={capitalize(analyte)}
                  hint={sayDefault(limits.get(analyte))}
                  {...register(`analytes.${index}.required`)}
                />
                {limits.get(analyte)?.limit === 0 || !required ? null : (
                  <TextField
                    compact
                    label={`Our limit, ${limits.get(analyte)?.unit ?? ''}`}
                    aria-label={`Our limit for ${analyte}`}
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder="Default"
                    className="pb-3 pl-7.5 sm:pl-0"
                    error={errors.analytes?.[index]?.limit?.message}
                    {...register(`analytes.${index}.limit`)}
                  />
                )}
              </li>
            ))}
          </ul>
        </fieldset>
        <TextAreaField
          compact
          label="And for"
          rows={3}
          hint="One a line, such as Fulvic acid. Their limits are entered with each result."
          error={errors.others?.message}
          {...register('others')}
        />
        {conflict ? (
          <ConflictNotice
            savedAt={conflict.savedAt}
            changed={conflict.changed}
            onTakeTheirs={() => conflict.theirs && takeTheirs(conflict.theirs)}
            onSaveMine={() => void form.handleSubmit((values) => save(values, conflict.theirs))()}
          />
        ) : null}
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <Button type="submit" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save requirements'}
          </Button>
          <p className="text-sm text-ink-soft" aria-live="polite">
            {isDirty ? 'Unsaved changes' : ''}
          </p>
        </div>
      </FormSection>
    </form>
  );
}

/** Saves over `loaded` (null if there were none), or over what this form has `sent` without a response. */
async function storeRequirements(
  calls: AdminCalls,
  productId: string,
  loaded: Requirements | null,
  row: ReturnType<typeof toRequirementRow>,
  sent: readonly object[],
): Promise<Saved<'product_requirements'>> {
  const table = 'product_requirements';
  if (loaded) {
    const { updated_at } = loaded;
    return saveOverOwn(calls, table, { id: productId, updated_at }, row, sent);
  }
  const [saved] = await calls.run((tables) =>
    tables
      .from(table)
      .upsert({ product_id: productId, ...row }, { ignoreDuplicates: true })
      .select(),
  );
  if (saved) return { outcome: 'saved', row: saved };
  const stored = await readRow(calls, table, productId);
  return saveOverStored(calls, table, { id: productId, stored }, row, sent);
}

/** Messages by the violated constraint; the database's own messages name tables. */
const rules: readonly [RegExp, FieldPath<RequirementValues>, string][] = [
  [/product_requirements_gtin_key/, 'gtin', 'Another product has this GTIN.'],
  [/product_requirements_gtin_check/, 'gtin', 'A GTIN has 8, 12, 13 or 14 digits.'],
  [/product_requirements_daily_dose/, 'dose', 'More than 0 g.'],
  [/product_requirements_analytes/, 'others', 'A release needs at least one analyte.'],
];

function refusedField(error: unknown) {
  if (!(error instanceof AdminFailure)) return null;
  const rule = rules.find(([pattern]) => pattern.test(error.message));
  return rule ? { field: rule[1], message: rule[2] } : null;
}

function sayDefault(limit: BatchLimit | undefined): string {
  if (!limit) return '';
  return limit.limit === 0
    ? `None is allowed in 10 g (${limit.source})`
    : `Default ${formatLimit(limit.limit)} ${limit.unit} (${limit.source})`;
}
