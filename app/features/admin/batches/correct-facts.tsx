import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { Button } from '#app/components/ui/button.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { BatchFacts } from './batch-facts.tsx';
import type { Batch } from './batch-text.ts';
import {
  type CorrectedFacts,
  correctedFacts,
  describeChangedFacts,
  mergeFacts,
  toCorrectedFacts,
  toPassportFacts,
} from './batch-values.ts';
import { CorrectionReason } from './correction-reason.tsx';
import { MergedNotice } from './merged-notice.tsx';
import { type BatchProofs, useProofs } from './read-batch.ts';
import { useCorrection } from './use-correction.ts';
import { useProductNames } from './use-product-names.ts';
import { useProofForm } from './use-proof-form.ts';

/** The facts of a published batch. They change only by a correction, which the passport records. */
export function CorrectFacts({ batch }: { batch: Batch }) {
  const { data: proofs, isError, refetch } = useProofs(batch.id);
  if (proofs) return <FactsForm batch={batch} proofs={proofs} />;
  return isError ? (
    <FormSection title="What was filled">
      <LoadFailure text="What was filled could not be loaded." onRetry={refetch} />
    </FormSection>
  ) : null;
}

function FactsForm({ batch, proofs }: { batch: Batch; proofs: BatchProofs }) {
  const products = useProductNames();
  const correction = useCorrection(batch, 'facts');
  const form = useForm({
    resolver: zodResolver(correctedFacts),
    defaultValues: toCorrectedFacts(proofs.facts),
  });
  const { isDirty, isSubmitting } = form.formState;
  // Shares its name with the form of the unreleased batch, so that anything typed there while the
  // batch was being released is offered here.
  const draft = useDraft(form, `batches:${batch.id}`);
  useUnsavedWarning(isDirty);
  const { save, overtaken, showTheirs } = useProofForm(form, draft, {
    batchId: batch.id,
    proofs,
    toValues: ({ facts }) => toCorrectedFacts(facts),
    merge: mergeFacts,
    tell: describeChangedFacts,
    onRecognized: correction.recognize,
  });
  const origin = useWatch({ control: form.control, name: 'origin' });

  const publish = (values: CorrectedFacts) =>
    save(values, ({ values: opened, revision }, isAgreed) => {
      const before = toPassportFacts(opened);
      const after = toPassportFacts(values);
      const changes = { batch: differing(before, after) };
      return correction.publish({ revision, before, after, changes }, isAgreed);
    });

  return (
    <FormProvider {...form}>
      <form
        aria-label="Facts"
        noValidate
        onSubmit={(event) => void form.handleSubmit(publish)(event)}
      >
        <FormSection
          title="What was filled"
          description={`${products.find(({ value }) => value === batch.product_id)?.label ?? 'A product that is not sold any more'}. This is published: changing it publishes a correction.`}
        >
          <DraftNotice draft={draft} />
          <BatchFacts />
          <HealthClaimAdvice text={origin} />
          {batch.note ? (
            <p className="text-sm break-words whitespace-pre-line">
              <span className="text-ink-soft">Note: </span>
              {batch.note}
            </p>
          ) : null}
          <MergedNotice changed={overtaken} onShowTheirs={showTheirs} />
          {isDirty ? (
            <>
              <CorrectionReason {...correction.field} />
              <Button type="submit" aria-disabled={isSubmitting}>
                {isSubmitting ? 'Publishing...' : 'Publish correction'}
              </Button>
            </>
          ) : null}
        </FormSection>
      </form>
    </FormProvider>
  );
}

/** Only the fields changed here; all others stay as they are. */
function differing<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  ) as Partial<T>;
}
