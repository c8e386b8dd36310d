import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { Button } from '#app/components/ui/button.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { readNumber } from '../form/number-texts.ts';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { BatchFacts } from './batch-facts.tsx';
import { correctedFacts, toCorrectedFacts } from './batch-values.ts';
import type { Batch } from './batch-words.ts';
import { CorrectionReason } from './correction-reason.tsx';
import { useCorrection } from './use-correction.ts';
import { useProductNames } from './use-product-names.ts';

/** The facts of a published batch: they change by a correction, which the passport tells. */
export function CorrectFacts({ batch }: { batch: Batch }) {
  const products = useProductNames();
  const correction = useCorrection(batch, 'facts');
  const form = useForm({
    resolver: zodResolver(correctedFacts),
    defaultValues: toCorrectedFacts(batch),
  });
  const { isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, `batch-facts:${batch.id}`);
  useUnsavedWarning(isDirty);
  const origin = useWatch({ control: form.control, name: 'origin' });

  return (
    <FormProvider {...form}>
      <form
        aria-label="Facts"
        noValidate
        onSubmit={(event) =>
          void form.handleSubmit(async (values) => {
            const done = await correction.publish({
              batch: {
                madeOn: values.made_on || null,
                bestBefore: values.best_before || null,
                unitsMade: readNumber(values.units_made),
                origin: values.origin || null,
              },
            });
            if (!done) return;
            draft.forget();
            form.reset(form.getValues());
          })(event)
        }
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
