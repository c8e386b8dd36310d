import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import type { BatchLimit } from '#domain/batch-limits.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { type AdminCalls, useAdminCalls } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import {
  limitsAt,
  type Requirements,
  type RequirementValues,
  requirementValues,
  sayLimit,
  toRequirementRow,
  toRequirementValues,
} from './requirements-values.ts';

const keyOf = (productId: string) => ['requirements', productId] as const;

/** What a batch of the product needs before it is released, and the product's number in trade. */
export function RequirementsSection({ productId }: { productId: string }) {
  const calls = useAdminCalls();
  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(productId),
    queryFn: async () => (await readRequirements(calls, productId)) ?? null,
    refetchOnWindowFocus: false,
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
        <RequirementsForm
          key={data?.updated_at ?? 'none'}
          productId={productId}
          loaded={data}
          onOvertaken={() => void refetch()}
        />
      )}
    </div>
  );
}

async function readRequirements(
  calls: AdminCalls,
  productId: string,
): Promise<Requirements | undefined> {
  const [row] = await calls.run((tables) =>
    tables.from('product_requirements').select().eq('product_id', productId),
  );
  return row;
}

interface RequirementsFormProps {
  productId: string;
  loaded: Requirements | null;
  onOvertaken: () => void;
}

function RequirementsForm({ productId, loaded, onOvertaken }: RequirementsFormProps) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [overtaken, setOvertaken] = useState(false);
  const form = useForm<RequirementValues>({
    resolver: zodResolver(requirementValues),
    defaultValues: toRequirementValues(loaded),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, `product-requirements:${productId}`);
  useUnsavedWarning(isDirty);
  const { register, control } = form;
  const [dose, analytes] = useWatch({ control, name: ['dose', 'analytes'] });
  const limits = limitsAt(dose);

  async function save(values: RequirementValues): Promise<void> {
    const row = toRequirementRow(values);
    try {
      const saved = await storeRequirements(calls, productId, loaded, row);
      setOvertaken(!saved);
      if (!saved) return;
      draft.forget();
      form.reset(toRequirementValues(saved));
      showToast({ title: 'Requirements saved' });
      queries.setQueryData(keyOf(productId), saved);
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
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <FormSection
        title="Laboratory requirements"
        description="What a batch of this product needs before it is released. Limits may be stricter than the defaults, never laxer."
      >
        <DraftNotice draft={draft} />
        {overtaken ? (
          <div role="alert" className="rounded-md border border-danger bg-danger-soft p-4 text-sm">
            <p>Somebody else saved these requirements meanwhile. Yours are not saved.</p>
            <Button
              variant="secondary"
              className="mt-3"
              onClick={() => {
                draft.forget();
                onOvertaken();
              }}
            >
              Show theirs
            </Button>
          </div>
        ) : null}
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

/** Null: somebody else saved first. */
async function storeRequirements(
  calls: AdminCalls,
  productId: string,
  loaded: Requirements | null,
  row: ReturnType<typeof toRequirementRow>,
): Promise<Requirements | null> {
  if (loaded) {
    const [saved] = await calls.run((tables) =>
      tables
        .from('product_requirements')
        .update(row)
        .eq('product_id', productId)
        .eq('updated_at', loaded.updated_at)
        .select(),
    );
    return saved ?? null;
  }
  try {
    const [saved] = await calls.run((tables) =>
      tables
        .from('product_requirements')
        .insert({ product_id: productId, ...row })
        .select(),
    );
    return saved ?? null;
  } catch (error) {
    if (error instanceof AdminFailure && /product_requirements_pkey/.test(error.message)) {
      return null;
    }
    throw error;
  }
}

/** By the database's rule that the values break; its own words name tables. */
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
    : `Default ${sayLimit(limit.limit)} ${limit.unit} (${limit.source})`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
