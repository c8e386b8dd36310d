import { zodResolver } from '@hookform/resolvers/zod';
import { Trash2 } from 'lucide-react';
import {
  type Control,
  FormProvider,
  useFieldArray,
  useForm,
  useFormContext,
  useWatch,
} from 'react-hook-form';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import type { BatchLimit } from '#domain/batch-limits.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { SelectField } from '../form/select-field.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { iconButton } from '../table/icon-button.ts';
import { type Batch, isPublished } from './batch-text.ts';
import { CorrectionReason } from './correction-reason.tsx';
import { MergedNotice } from './merged-notice.tsx';
import { type BatchProofs, type BatchReview, useProofs, useReview } from './read-batch.ts';
import {
  describeChangedResults,
  emptyResult,
  findStored,
  isFilledIn,
  isWithinLimit,
  limitOf,
  mergeResults,
  panels,
  qualifiers,
  type ResultValues,
  resultValues,
  toCorrectedResult,
  toPassportResult,
  toResultRow,
  toResultValues,
  toStored,
} from './result-values.ts';
import { type Stored, useBatchChanges } from './use-batch-changes.tsx';
import { useCorrection } from './use-correction.ts';
import { useProofForm } from './use-proof-form.ts';

/** What the laboratory measured. */
export function ResultsSection({ batch }: { batch: Batch }) {
  const proofs = useProofs(batch.id);
  const review = useReview(batch.id);
  if (proofs.data && review.data) {
    return <ResultsForm batch={batch} proofs={proofs.data} review={review.data} />;
  }
  const failed = [proofs, review].filter(({ isError }) => isError);
  return failed.length > 0 ? (
    <FormSection title="Results">
      <LoadFailure
        text="The results could not be loaded."
        onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    </FormSection>
  ) : null;
}

interface ResultsFormProps {
  batch: Batch;
  proofs: BatchProofs;
  review: BatchReview;
}

function ResultsForm({ batch, proofs, review }: ResultsFormProps) {
  const published = isPublished(batch);
  const { change } = useBatchChanges(batch);
  const correction = useCorrection(batch, 'results');
  const form = useForm<ResultValues>({
    resolver: zodResolver(resultValues),
    defaultValues: toResultValues(proofs.results, review),
  });
  const { isDirty, isSubmitting } = form.formState;
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'rows',
    keyName: 'key',
  });
  const draft = useDraft(form, `batch-results:${batch.id}`, {
    merge: mergeResults,
    words: { rows: 'results' },
  });
  useUnsavedWarning(isDirty);
  const { save, overtaken, showTheirs } = useProofForm(form, draft, {
    batchId: batch.id,
    proofs,
    toValues: ({ results }) => toResultValues(results, review),
    merge: mergeResults,
    tell: describeChangedResults,
    onRecognized: correction.recognize,
    onTypedMeanwhile(saved) {
      for (const index of findStored(form.getValues(), saved)) {
        form.setValue(`rows.${index}.is_stored`, true);
      }
    },
  });

  const publish = (values: ResultValues) =>
    save(
      values,
      ({ values: opened, revision }, isAgreed) =>
        correction.publish(
          {
            revision,
            before: { results: opened.rows.filter(isFilledIn).map(toPassportResult) },
            after: { results: values.rows.filter(isFilledIn).map(toPassportResult) },
            changes: { results: values.rows.filter(isFilledIn).map(toCorrectedResult) },
          },
          isAgreed,
        ),
      toStored(values),
    );
  const saveDraft = (values: ResultValues) =>
    save(
      values,
      async ({ values: opened, revision }) => {
        let stored: Stored = { kind: 'failed' };
        await change(
          async ({ run }) => {
            const isStored = await run((tables) =>
              tables.rpc('save_batch_results', {
                batch: batch.id,
                seen: opened.rows.filter(isFilledIn).map(toResultRow),
                wanted: values.rows.filter(isFilledIn).map(toResultRow),
              }),
            );
            stored = isStored ? { kind: 'saved', revision } : { kind: 'overtaken' };
            return isStored;
          },
          { done: 'Results saved', failed: 'Failed to save the results' },
        );
        return stored;
      },
      toStored(values),
    );

  return (
    <FormProvider {...form}>
      <form
        aria-label="Results"
        noValidate
        onSubmit={(event) => void form.handleSubmit(published ? publish : saveDraft)(event)}
      >
        <FormSection
          title="Results"
          description="What the lab measured, with the limit for each. Pass or fail is calculated."
        >
          <DraftNotice draft={draft} />
          {batch.product_id ? (
            <p className="text-sm">
              <Link
                to={`/admin/products/${batch.product_id}#requirements`}
                className="text-link inline-flex min-h-11 items-center"
              >
                What this product requires
              </Link>
            </p>
          ) : null}
          <ul className="divide-y divide-line">
            {fields.map((field, index) => (
              <li key={field.key} className="py-4 first:pt-0">
                <ResultFields
                  index={index}
                  control={form.control}
                  limits={review.limits}
                  onRemove={() => remove(index)}
                />
              </li>
            ))}
          </ul>
          <Button variant="secondary" onClick={() => append({ ...emptyResult })}>
            Add a result
          </Button>
          <MergedNotice changed={overtaken} onShowTheirs={showTheirs} />
          {published && isDirty ? <CorrectionReason {...correction.field} /> : null}
          {/* A published batch has nothing to save until something differs. */}
          {published && !isDirty ? null : (
            <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
              <Button type="submit" aria-disabled={isSubmitting}>
                {isSubmitting ? 'Saving...' : published ? 'Publish correction' : 'Save results'}
              </Button>
              <p className="text-sm text-ink-soft" aria-live="polite">
                {isDirty ? 'Unsaved changes' : ''}
              </p>
            </div>
          )}
        </FormSection>
      </form>
    </FormProvider>
  );
}

interface ResultFieldsProps {
  index: number;
  control: Control<ResultValues>;
  limits: readonly BatchLimit[];
  onRemove: () => void;
}

function ResultFields({ index, control, limits, onRemove }: ResultFieldsProps) {
  const { register, formState } = useFormContext<ResultValues>();
  const row = useWatch({ control, name: `rows.${index}` });
  const errors = formState.errors.rows?.[index];
  const standard = limitOf(row.analyte, limits);
  const name = row.analyte || `row ${index + 1}`;
  return (
    <fieldset
      aria-label={`Result for ${name}`}
      className="grid min-w-0 grid-cols-2 items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_2.75rem]"
    >
      <TextField
        compact
        label="Analyte"
        className="min-w-0"
        error={errors?.analyte?.message}
        {...register(`rows.${index}.analyte`)}
      />
      <SelectField
        label="Result"
        className="min-w-0"
        options={qualifiers}
        {...register(`rows.${index}.qualifier`)}
      />
      <TextField
        compact
        label="Value"
        inputMode="decimal"
        autoComplete="off"
        className="min-w-0"
        disabled={row.qualifier === 'not detected'}
        error={errors?.value?.message}
        {...register(`rows.${index}.value`)}
      />
      <TextField
        compact
        label="Unit"
        className="min-w-0"
        error={errors?.unit?.message}
        {...register(`rows.${index}.unit`)}
      />
      <TextField
        compact
        label="Limit"
        inputMode="decimal"
        autoComplete="off"
        className="min-w-0"
        error={errors?.limit_value?.message}
        {...register(`rows.${index}.limit_value`)}
      />
      <div className="flex items-end justify-end lg:mt-7">
        <button
          type="button"
          aria-label={`Remove the result for ${name}`}
          onClick={onRemove}
          className={iconButton}
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </button>
      </div>
      <TextField
        compact
        label="Source of the limit"
        className="col-span-2 min-w-0 lg:col-span-1"
        error={errors?.limit_source?.message}
        {...register(`rows.${index}.limit_source`)}
      />
      <TextField
        compact
        label="Method"
        placeholder="ICP-MS"
        className="min-w-0"
        error={errors?.method?.message}
        {...register(`rows.${index}.method`)}
      />
      <SelectField
        label="Panel"
        className="min-w-0 lg:col-span-2"
        options={panels}
        {...register(`rows.${index}.panel`)}
      />
      <p className="col-span-2 self-center text-sm text-ink-soft lg:mt-6">
        <Verdict passes={isFilledIn(row) ? isWithinLimit(row) : undefined} />
        {standard ? (
          <span className="mt-1 block text-xs">
            Default: {standard.limit} {standard.unit}
          </span>
        ) : null}
      </p>
    </fieldset>
  );
}

/** Undefined if not measured yet. */
function Verdict({ passes }: { passes: boolean | null | undefined }) {
  if (passes === undefined) return <Badge>No value yet</Badge>;
  if (passes === null) return <Badge tone="waiting">No limit to compare with</Badge>;
  return passes ? (
    <Badge tone="positive">Within the limit</Badge>
  ) : (
    <Badge tone="negative">Beyond the limit</Badge>
  );
}
