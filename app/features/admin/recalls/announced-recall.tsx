import { useQuery } from '@tanstack/react-query';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { saveFile } from '#app/lib/save-file.ts';
import type { RecallProgress } from '#domain/recall.ts';
import { messageOf } from '../data/admin-failure.ts';
import { Fact } from '../data/fact.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { Moment } from '../table/moment.tsx';
import type { WholeRecall } from './read-recall.ts';

/** An announced recall: the progress of its emails, who has read it, and the list for the authority. */
export function AnnouncedRecall({ whole: { recall } }: { whole: WholeRecall }) {
  const calls = useAdminCalls();
  const { data, isError, refetch } = useQuery({
    queryKey: ['recall progress', recall.id],
    queryFn: async () => {
      const { progress } = await calls.invoke<{ progress: RecallProgress }>('recall-progress', {
        recallId: recall.id,
      });
      return progress;
    },
    // Until the mail server has responded for every address.
    refetchInterval: ({ state: { data: known } }) =>
      known && known.sent + known.failed >= addressed(known) ? false : 4000,
  });

  async function attempt(failed: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      showToast({ title: failed, description: messageOf(error), variant: 'destructive' });
    }
  }
  const download = () =>
    attempt('The list could not be loaded', async () => {
      const { name, csv } = await calls.invoke<{ name: string; csv: string }>('recall-list', {
        recallId: recall.id,
      });
      // The byte order mark makes spreadsheets read it as UTF-8.
      saveFile(name, `\uFEFF${csv}`);
    });
  const goOn = () =>
    attempt('Sending could not be continued', async () => {
      await calls.invoke('send-recall', { recallId: recall.id });
      await refetch();
    });

  return (
    <div className="max-w-3xl space-y-5">
      <FormSection title="Progress">
        {recall.announced_at ? (
          <p className="text-sm text-ink-soft">
            Announced <Moment at={recall.announced_at} />
          </p>
        ) : null}
        {isError ? (
          <LoadFailure text="The progress could not be loaded." onRetry={refetch} />
        ) : null}
        {data ? (
          <>
            <p className="text-sm" role="status">
              {data.sent.toLocaleString('en-US')} of {addressed(data).toLocaleString('en-US')}{' '}
              emails were taken by the mail server.
            </p>
            <progress
              aria-label="Emails sent"
              value={data.sent}
              max={Math.max(1, addressed(data))}
              className="w-full accent-pine"
            />
            <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
              <Fact figure term="Waiting">
                {addressed(data) - data.sent - data.failed}
              </Fact>
              <Fact figure term="Given up">
                {data.failed}
              </Fact>
              <Fact figure term="Have read it">
                {data.acknowledged}
              </Fact>
              <Fact figure term="Without an address">
                {data.withoutAddress}
              </Fact>
            </dl>
          </>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => void download()}>
            Download the list (CSV)
          </Button>
          {data && data.queued < addressed(data) ? (
            <Button variant="secondary" onClick={() => void goOn()}>
              Continue sending
            </Button>
          ) : null}
        </div>
      </FormSection>
      <FormSection title="What customers read">
        <div className="space-y-3 text-sm break-words whitespace-pre-line">
          <p>
            <span className="block text-ink-soft">Reason</span>
            {recall.reason}
          </p>
          <p>
            <span className="block text-ink-soft">What to do</span>
            {recall.instructions}
          </p>
        </div>
      </FormSection>
    </div>
  );
}

function addressed({ recipients, withoutAddress }: RecallProgress): number {
  return recipients - withoutAddress;
}
