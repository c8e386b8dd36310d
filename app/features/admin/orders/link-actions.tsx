import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { CopyButton } from './copy-button.tsx';
import type { LinkRow } from './payment-links.ts';

type Action = 'copy' | 'send' | 'cancel';

/** Actions for a link that can still be paid. */
export function LinkActions({ link }: { link: LinkRow }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const [url, setUrl] = useState<string | null>(null);
  const { email = '' } = (link.customer ?? {}) as { email?: string };
  const act = useMutation({
    mutationFn: (action: Action) =>
      calls.invoke<{ url?: string }>(`${action}-payment-link`, { linkId: link.id }),
    onSuccess: async (answer, action) => {
      if (action === 'copy' && answer.url) {
        setUrl(answer.url);
        // If the browser refuses, the link is shown so that it can be copied by hand.
        await navigator.clipboard.writeText(answer.url).then(
          () => showToast({ title: 'Payment link copied' }),
          () => {},
        );
      }
      if (action === 'send') showToast({ title: 'Payment link sent', description: email });
      if (action === 'cancel') showToast({ title: 'Payment link canceled' });
    },
    onError: (error) =>
      showToast({
        title: 'That did not work',
        description: messageOf(error),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['payment-links'] }),
        queries.invalidateQueries({ queryKey: ['order'] }),
      ]),
  });

  async function cancel(): Promise<void> {
    const agreed = await ask({
      title: 'Cancel this payment link?',
      text: `Nobody can pay the ${formatMoney(toCents(link.total_amount))} by it anymore. The customer is not notified.`,
      confirm: 'Cancel the link',
      cancel: 'Keep it',
      danger: true,
    });
    if (agreed) act.mutate('cancel');
  }

  const busy = act.isPending;
  return (
    <div className="min-w-0 space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          aria-disabled={busy}
          onClick={() => !busy && act.mutate('copy')}
        >
          Copy link
        </Button>
        {email ? (
          <Button
            variant="secondary"
            aria-disabled={busy}
            onClick={() => !busy && act.mutate('send')}
          >
            Email it
          </Button>
        ) : null}
        <Button variant="secondary" aria-disabled={busy} onClick={() => void (!busy && cancel())}>
          Cancel link
        </Button>
      </div>
      {url ? (
        <div className="flex max-w-sm items-center gap-1 rounded-sm border border-line-strong py-1 pl-3">
          <span className="min-w-0 flex-1 font-mono text-xs break-all">{url}</span>
          <CopyButton what="payment link" text={url} />
        </div>
      ) : null}
    </div>
  );
}
