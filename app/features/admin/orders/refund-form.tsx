import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useStoredState } from '#app/features/admin/form/use-stored-state.ts';
import { type Cents, formatMoney, toCents, toDecimal } from '#domain/money.ts';
import { isUnanswered, messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import { orderKey } from './use-order-actions.ts';

interface RefundFormProps {
  orderId: string;
  /** What can still go back. */
  refundable: Cents;
}

interface TypedRefund {
  amount: string;
  /** One per refund that is meant: a repeated click sends the same one. */
  key: string;
  /** Sent, and no answer came: the same refund is sent again, however one comes back to it. */
  unanswered: boolean;
}

/** Gives all that is left back, or a part. */
export function RefundForm({ orderId, refundable }: RefundFormProps) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const [error, setError] = useState<string | undefined>();
  const [typed, keep] = useStoredState<TypedRefund>(`refund:${orderId}`, (kept) => kept.unanswered);
  const amountShown = typed?.amount ?? toDecimal(refundable);
  const refund = useMutation({
    mutationFn: ({ amount, key }: TypedRefund) =>
      calls.invoke('refund-order', { orderId, amount }, key),
    onSuccess: (_answer, { amount }) => {
      keep(null);
      showToast({ title: 'Refund sent', description: formatMoney(toCents(amount)) });
    },
    onError: (failure, sent) => {
      keep({ ...sent, unanswered: isUnanswered(failure) });
      showToast({
        title: 'Refund failed',
        description: messageOf(failure),
        variant: 'destructive',
      });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(orderId) }),
        queries.invalidateQueries({ queryKey: listKey('orders') }),
      ]),
  });

  const type = (amount: string) => keep({ amount, key: crypto.randomUUID(), unanswered: false });

  async function send(event: React.FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (refund.isPending) return;
    const wanted = centsOf(amountShown);
    if (wanted === null || wanted <= 0 || wanted > refundable) {
      return setError(`Enter an amount up to ${formatMoney(refundable)}.`);
    }
    setError(undefined);
    const agreed = await ask({
      title: `Refund ${formatMoney(wanted)}?`,
      text: 'The money goes back to the original payment method. This cannot be undone.',
      confirm: 'Refund',
      danger: true,
    });
    if (!agreed) return;
    const amount = toDecimal(wanted);
    const sent = { amount, key: typed?.key ?? crypto.randomUUID(), unanswered: true };
    // Before it goes out: the tab may be closed before the answer.
    keep(sent);
    refund.mutate(sent);
  }

  return (
    <section aria-label="Refund" className="border-t border-line pt-5">
      <h3 className="font-sans text-sm font-semibold">Refund</h3>
      <p className="mt-1 text-ink-soft">The customer will receive an email.</p>
      <form
        aria-label="Refund order"
        noValidate
        onSubmit={(event) => void send(event)}
        className="mt-3 flex flex-wrap items-end gap-3"
      >
        <TextField
          compact
          label={`Amount, up to ${formatMoney(refundable)}`}
          name="amount"
          inputMode="decimal"
          value={amountShown}
          onChange={(event) => type(event.target.value)}
          error={error}
          className="min-w-0 flex-1 basis-48"
        />
        <Button type="submit" variant="secondary" aria-disabled={refund.isPending}>
          {refund.isPending ? 'Refunding...' : 'Refund'}
        </Button>
      </form>
    </section>
  );
}

function centsOf(amount: string): Cents | null {
  try {
    return toCents(amount.trim());
  } catch {
    return null;
  }
}
