import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { TextAreaField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { z } from '#domain/zod.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { listKey } from '../table/use-list.ts';
import { backToRecalls, recallKey, storeRecall, type WholeRecall } from './read-recall.ts';
import { RecallBatches } from './recall-batches.tsx';
import { SendRecall } from './send-recall.tsx';

const recallValues = z.object({
  batchIds: z.array(z.string()).min(1, 'Choose at least one batch.'),
  reason: z
    .string()
    .trim()
    .min(1, 'Say why these batches are recalled.')
    .max(5000, 'At most 5,000 characters.'),
  instructions: z
    .string()
    .trim()
    .min(1, 'Say what customers should do.')
    .max(5000, 'At most 5,000 characters.'),
});
type RecallValues = z.infer<typeof recallValues>;

/** Writes a recall that is not announced yet. */
export function RecallForm({ known }: { known: WholeRecall | null }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  // Chosen here, so that a creation whose answer was lost is not repeated.
  const [id] = useState(() => known?.recall.id ?? (crypto.randomUUID() as string));
  const [created, setCreated] = useState(false);
  const form = useForm<RecallValues>({
    resolver: zodResolver(recallValues),
    defaultValues: {
      batchIds: known?.batchIds ?? [],
      reason: known?.recall.reason ?? '',
      instructions: known?.recall.instructions ?? '',
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, `recalls:${known?.recall.id ?? 'new'}`);
  useUnsavedWarning(isDirty && !created);
  const [reason, instructions] = useWatch({
    control: form.control,
    name: ['reason', 'instructions'],
  });

  // Only once the form counts as saved may it be left without a question.
  useEffect(() => {
    if (created) void navigate(`/admin/recalls/${id}`, { replace: true });
  }, [created, navigate, id]);

  async function save(values: RecallValues): Promise<void> {
    try {
      await storeRecall(calls, known, { id, ...values });
      showToast({ title: 'Draft saved. Nothing is sent yet.' });
      draft.forget();
      form.reset(values);
      void queries.invalidateQueries({ queryKey: listKey('recalls') });
      if (known) await queries.invalidateQueries({ queryKey: recallKey(id) });
      else setCreated(true);
    } catch (error) {
      showToast({
        title: 'Failed to save the recall',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  return (
    <div className="max-w-3xl space-y-5">
      <form
        aria-label="Recall"
        noValidate
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <ScreenHeading title={known ? 'Recall (draft)' : 'Prepare a recall'} back={backToRecalls} />
        <DraftNotice draft={draft} />
        <div className="space-y-5">
          <Controller
            control={form.control}
            name="batchIds"
            render={({ field: { value, onChange } }) => (
              <RecallBatches value={value} onChange={onChange} error={errors.batchIds?.message} />
            )}
          />
          <FormSection
            title="What customers read"
            description="Shown in the email, on the public recalls page, and on passports, checks and orders."
          >
            <TextAreaField
              compact
              label="Reason"
              required
              hint="What is wrong, and how it may affect people who took it."
              error={errors.reason?.message}
              {...form.register('reason')}
            />
            <TextAreaField
              compact
              label="What to do"
              required
              hint="Whether to stop using it, keep it or throw it away, how to get a refund, and whom to contact."
              error={errors.instructions?.message}
              {...form.register('instructions')}
            />
            <HealthClaimAdvice text={`${reason} ${instructions}`} />
          </FormSection>
          <Button type="submit" variant="secondary" busy={isSubmitting}>
            {known ? 'Save draft' : 'Save draft and see who is affected'}
          </Button>
        </div>
      </form>
      {known ? <SendRecall whole={known} unsaved={isDirty} /> : null}
    </div>
  );
}
