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
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { leaveDraft, useDraft } from '../form/use-draft.ts';
import { useSaved } from '../form/use-saved.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { resumedState } from '../session/login-state.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { listKey } from '../table/use-list.ts';
import {
  backToRecalls,
  type RecallDraft,
  readRecall,
  recallKey,
  storeRecall,
  toRecallContent,
  type WholeRecall,
} from './read-recall.ts';
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

const words = { batchIds: 'batches', reason: 'reason', instructions: 'what to do' } as const;

/** Edits a recall that has not been announced yet. */
export function RecallForm({ opened }: { opened: WholeRecall | null }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ sent: RecallValues } | null>(null);
  // Chosen here, so that a lost response does not lead to a second recall.
  const [id, setId] = useState(() => opened?.recall.id ?? (crypto.randomUUID() as string));
  const form = useForm<RecallValues>({
    resolver: zodResolver(recallValues),
    defaultValues: opened
      ? toRecallContent(opened)
      : { batchIds: [], reason: '', instructions: '' },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, `recalls:${opened?.recall.id ?? 'new'}`, {
    newId: opened ? null : id,
    onNewId: setId,
  });
  useUnsavedWarning(isDirty && !created);
  const saved = useSaved<RecallValues, RecallDraft, RecallValues>(form, draft, {
    opened,
    toValues: toRecallContent,
    savedAt: ({ recall }) => recall.updated_at,
    words,
  });
  const { loaded, conflict, send, settle, takeTheirs } = saved;
  const [reason, instructions] = useWatch({
    control: form.control,
    name: ['reason', 'instructions'],
  });

  // The form must count as saved before navigation, or the unsaved-changes question would appear.
  useEffect(() => {
    if (!created) return;
    const goesOn = leaveDraft(`recalls:${id}`, created.sent, form.getValues());
    void navigate(`/admin/recalls/${id}`, { replace: true, state: goesOn ? resumedState : null });
  }, [created, navigate, id, form]);

  async function save(values: RecallValues, known: RecallDraft | null): Promise<void> {
    const sent = structuredClone(form.getValues());
    try {
      const stored = await send(values, (before) =>
        storeRecall(calls, known, { id, ...values }, before),
      );
      if (!stored) return;
      showToast({ title: 'Draft saved. Nothing is sent yet.' });
      void queries.invalidateQueries({ queryKey: listKey('recalls') });
      if (!loaded) {
        draft.forget();
        setCreated({ sent });
        return;
      }
      settle(stored, sent);
    } catch (error) {
      showToast({
        title: 'Failed to save the recall',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  function showTheirs(theirs: RecallDraft): void {
    takeTheirs(theirs);
    if (!loaded) setCreated({ sent: toRecallContent(theirs) });
    // It may be announced.
    else void queries.invalidateQueries({ queryKey: recallKey(id) });
  }

  /** Replaces what was on the screen with the stored draft, which is what would have been sent. */
  async function showStored(shown: RecallDraft): Promise<void> {
    const theirs = await readRecall(calls, id);
    if (!theirs) return;
    settle(theirs, toRecallContent(shown));
  }

  return (
    <div className="max-w-3xl space-y-5">
      <form
        aria-label="Recall"
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save(values, loaded))(event)}
      >
        <ScreenHeading
          title={loaded ? 'Recall (draft)' : 'Prepare a recall'}
          back={backToRecalls}
        />
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
          {conflict ? (
            <ConflictNotice
              savedAt={conflict.savedAt}
              changed={conflict.changed}
              onTakeTheirs={() => conflict.theirs && showTheirs(conflict.theirs)}
              onSaveMine={() => void form.handleSubmit((values) => save(values, conflict.theirs))()}
            />
          ) : null}
          <Button type="submit" variant="secondary" busy={isSubmitting}>
            {loaded ? 'Save draft' : 'Save draft and see who is affected'}
          </Button>
        </div>
      </form>
      {loaded ? <SendRecall shown={loaded} unsaved={isDirty} onOvertaken={showStored} /> : null}
    </div>
  );
}
