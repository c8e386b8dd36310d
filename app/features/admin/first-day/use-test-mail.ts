import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import type { MailServer } from '#domain/first-day.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { firstDayKey } from './use-first-day.ts';

/** `onDone` is called once a real mail server has accepted the email. */
export function useTestMail(server: MailServer, onDone: () => void) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);

  async function send(): Promise<void> {
    if (sending) return;
    setSending(true);
    try {
      const { to } = await calls.invoke<{ to: string }>('send-test-mail', {});
      showToast({
        title: 'Test email sent',
        description:
          server === 'simulated'
            ? `The sandbox’s mailbox has it, addressed to ${to}.`
            : `The mail server has taken it. Look for it at ${to}.`,
      });
      if (server === 'smtp') onDone();
    } catch (error) {
      showToast({
        title: 'Test email not sent',
        description: messageOf(error),
        variant: 'destructive',
      });
    } finally {
      setSending(false);
    }
    await queries.invalidateQueries({ queryKey: firstDayKey });
  }

  return { sending, send };
}
