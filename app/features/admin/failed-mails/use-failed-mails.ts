import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { listKey } from '../table/use-list.ts';

type Mails = readonly Pick<RowOf<'failed_mails'>, 'id' | 'recipient'>[];

/** Actions for emails that were given up. */
export function useFailedMails() {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const readAgain = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: listKey('failed_mails') }),
      queries.invalidateQueries({ queryKey: ['overview'] }),
    ]);

  return {
    sending,
    async send(mails: Mails): Promise<void> {
      setSending(true);
      const outcomes = await Promise.allSettled(
        mails.map(({ id }) =>
          calls.invoke<{ sent: boolean }>('resend-failed-mail', { mailId: id }),
        ),
      );
      setSending(false);
      showOutcome(mails, outcomes);
      await readAgain();
    },
    async dismiss(mails: Mails): Promise<void> {
      try {
        await calls.invoke('dismiss-failed-mails', { mailIds: mails.map(({ id }) => id) });
        showToast({ title: 'Email dismissed', description: about(mails) });
      } catch (error) {
        showToast({
          title: 'Failed to dismiss email',
          description: messageOf(error),
          variant: 'destructive',
        });
      } finally {
        await readAgain();
      }
    },
  };
}

function showOutcome(mails: Mails, outcomes: PromiseSettledResult<{ sent: boolean }>[]): void {
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  if (refused) {
    showToast({
      title: 'Email not sent',
      description: messageOf(refused.reason),
      variant: 'destructive',
    });
    return;
  }
  const taken = outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value.sent);
  showToast(
    taken
      ? { title: 'Email sent again', description: about(mails) }
      : { title: 'Email is on its way', description: 'The mail server has not accepted it yet.' },
  );
}

const about = (mails: Mails) =>
  mails.length === 1 ? mails[0]?.recipient : `${mails.length} emails`;
