import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { Fact } from '../data/fact.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { FormSection } from '../form/form-section.tsx';
import { listKey } from '../table/use-list.ts';
import { type RecallDraft, type RecallPreview, toRecallContent } from './read-recall.ts';

interface SendRecallProps {
  /** The draft on the screen. */
  shown: RecallDraft;
  unsaved: boolean;
  /** Somebody else has changed it: nothing was sent. Shows what is stored, or rejects. */
  onOvertaken: (shown: RecallDraft) => Promise<void>;
}

/** Shows who is affected by a draft, with the button that announces it. */
export function SendRecall({ shown, unsaved, onOvertaken }: SendRecallProps) {
  const { recall, batchIds } = shown;
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const [busy, setBusy] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['recall preview', recall.id, batchIds],
    queryFn: () => calls.invoke<RecallPreview>('preview-recall', { recallId: recall.id }),
  });

  async function send(preview: RecallPreview): Promise<void> {
    const codes = preview.batches.map(({ code }) => code).join(', ');
    const answer = await ask({
      title: `Recall ${codes}?`,
      text: `It is public at once, and ${count(preview.addresses, 'email is sent', 'emails are sent')}. A recall cannot be taken back.`,
      confirm: 'Announce and send',
      danger: true,
    });
    if (!answer) return;
    setBusy(true);
    try {
      await calls.invoke('send-recall', { recallId: recall.id, seen: toRecallContent(shown) });
      showToast({ title: 'The recall is announced and being sent' });
    } catch (error) {
      const isOvertaken = error instanceof AdminFailure && error.code === 'recall_changed';
      const isShown =
        !isOvertaken ||
        (await onOvertaken(shown).then(
          () => true,
          () => false,
        ));
      showToast({
        title: isOvertaken ? 'The recall was not sent' : 'The recall might not have been sent',
        description: isShown
          ? messageOf(error)
          : 'Someone else has changed this recall, and their changes could not be loaded. Reload this page before you send it.',
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: listKey('recalls') });
      void queries.invalidateQueries({ queryKey: ['batch'] });
      await queries.invalidateQueries({ queryKey: ['recall', recall.id] });
    }
  }

  return (
    <FormSection title="Who is affected">
      {isError ? (
        <LoadFailure text="Who is affected could not be looked up." onRetry={refetch} />
      ) : null}
      {data ? (
        <>
          <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
            <Fact figure term="Batches">
              {data.batches.map(({ code }) => code).join(', ')}
            </Fact>
            <Fact figure term="Orders">
              {data.orders}
            </Fact>
            <Fact figure term="Email addresses">
              {data.addresses}
            </Fact>
            <Fact figure term="Orders without an address">
              {data.withoutAddress}
            </Fact>
          </dl>
          <p className="text-sm text-ink-soft">
            These are the orders whose batch was recorded while packing. Other buyers can only see
            the public page.
          </p>
          <Button
            className="bg-danger! hover:bg-ink!"
            busy={busy}
            aria-disabled={unsaved || busy}
            onClick={() => unsaved || busy || void send(data)}
          >
            Announce and send
          </Button>
          {unsaved ? <p className="text-sm">Save the draft first.</p> : null}
        </>
      ) : null}
    </FormSection>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
