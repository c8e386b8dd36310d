import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { TextAreaField } from '#app/components/forms/text-field.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { recallPath } from '#domain/recall.ts';
import { z } from '#domain/zod.ts';
import { messageOf } from '../data/admin-failure.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { listKey } from '../table/use-list.ts';
import { AnnouncedRecall } from './announced-recall.tsx';
import { readRecall, storeRecall, type WholeRecall } from './read-recall.ts';
import { SendRecall } from './send-recall.tsx';

const back = { to: '/admin/recalls', label: 'Back to recalls' };

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
    .min(1, 'Say what customers are to do.')
    .max(5000, 'At most 5,000 characters.'),
});
type RecallValues = z.infer<typeof recallValues>;

const recallKey = (id: string) => ['recall', id] as const;

/** Prepares a recall, or shows one that is announced. */
export function RecallEditor() {
  const { id } = useParams();
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: recallKey(id ?? ''),
    queryFn: () => readRecall(calls, id ?? ''),
    enabled: Boolean(id),
    refetchOnWindowFocus: false,
  });
  if (!id) return <RecallForm key="new" known={null} />;
  if (isPending) return <ScreenLoading />;
  if (isError || !data) {
    return (
      <>
        <ScreenHeading title="Not found" back={back} />
        {isError ? (
          <LoadFailure text="The recall could not be loaded." onRetry={refetch} />
        ) : (
          <p>This recall does not exist.</p>
        )}
      </>
    );
  }
  return data.recall.status === 'draft' ? (
    <RecallForm key={id} known={data} />
  ) : (
    <>
      <ScreenHeading title={`Recall of ${data.codes.join(', ')}`} back={back}>
        <ButtonLink to={recallPath(id)} variant="quiet" target="_blank">
          View in shop
        </ButtonLink>
      </ScreenHeading>
      <AnnouncedRecall whole={data} />
    </>
  );
}

function RecallForm({ known }: { known: WholeRecall | null }) {
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
        <ScreenHeading title={known ? 'Recall (draft)' : 'Prepare a recall'} back={back} />
        <DraftNotice draft={draft} />
        <div className="space-y-5">
          <Controller
            control={form.control}
            name="batchIds"
            render={({ field: { value, onChange } }) => (
              <BatchChoice value={value} onChange={onChange} error={errors.batchIds?.message} />
            )}
          />
          <FormSection
            title="What customers read"
            description="In the email, on the public page of recalls, on passports, checks and orders."
          >
            <TextAreaField
              compact
              label="Reason"
              required
              hint="What is wrong, and what it may do to somebody who took it."
              error={errors.reason?.message}
              {...form.register('reason')}
            />
            <TextAreaField
              compact
              label="What to do"
              required
              hint="Stop using it, keep or throw it away, how to get the money back, whom to ask."
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

interface BatchChoiceProps {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

/** Batches that customers may have. */
function BatchChoice({ value, onChange, error }: BatchChoiceProps) {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: ['recallable batches'],
    queryFn: () =>
      calls.run((tables) =>
        tables
          .from('batches')
          .select('id, code, product:products(name)')
          .in('status', ['released', 'recalled'])
          .order('created_at', { ascending: false })
          .limit(1000),
      ),
  });
  return (
    <FormSection title="Batches" description="Released batches, newest first.">
      {data?.length === 0 ? <p className="text-sm">No batch is released.</p> : null}
      <fieldset className="max-h-80 overflow-y-auto">
        <legend className="sr-only">Batches to recall</legend>
        {data?.map(({ id, code, product }) => (
          <CheckField
            key={id}
            label={code}
            hint={product?.name ?? ''}
            checked={value.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))
            }
          />
        ))}
      </fieldset>
      {error ? (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </FormSection>
  );
}
