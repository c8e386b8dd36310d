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
import { readOrder, type WholeOrder } from './read-order.ts';
import { refundQuestion, type SentRefund } from './refund-question.ts';
import { refundableCents, refundedCents } from './timeline.ts';
import { orderKey } from './use-order-actions.ts';

interface RefundFormProps {
  orderId: string;
  /** What can still go back. */
  refundable: Cents;
}

interface TypedRefund {
  amount: string;
  /**
   * Sent without an answer: asking again for the same amount is the same refund, even after a
   * reload.
   */
  unanswered: SentRefund | null;
}

/** Gives all that is left back, or a part. */
export function RefundForm({ orderId, refundable }: RefundFormProps) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const [error, setError] = useState<string | undefined>();
  const [typed, keep] = useStoredState<TypedRefund>(`refund:${orderId}`, (kept) =>
    Boolean(kept.unanswered),
  );
  const [isReading, setReading] = useState(false);
  const amountShown = typed?.amount ?? toDecimal(refundable);
  const refund = useMutation({
    mutationFn: ({ seen, amount, key }: SentRefund & { seen: WholeOrder }) =>
      calls.invoke(
        'refund-order',
        { orderId, amount, seen: { refundedCents: refundedCents(seen) } },
        key,
      ),
    onSuccess: (_answer, { amount }) => {
      keep((now) => (now && now.amount !== amount ? { ...now, unanswered: null } : null));
      showToast({ title: 'Refund sent', description: formatMoney(toCents(amount)) });
    },
    onError: (failure, { amount, key }) => {
      keep({ amount, unanswered: isUnanswered(failure) ? { amount, key } : null });
      showFailure(failure);
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(orderId) }),
        queries.invalidateQueries({ queryKey: listKey('orders') }),
      ]),
  });

  const unanswered = typed?.unanswered ?? null;
  const isBusy = refund.isPending || isReading;

  /** The order as it is now: also what another tab gave back, or what got no answer. */
  async function readAgain(): Promise<WholeOrder | null> {
    setReading(true);
    try {
      const whole = await readOrder(calls, orderId);
      queries.setQueryData(orderKey(orderId), whole);
      return whole;
    } catch (failure) {
      showFailure(failure);
      return null;
    } finally {
      setReading(false);
    }
  }

  async function send(event: React.FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const wanted = centsOf(amountShown);
    if (wanted === null || wanted <= 0) return setError(limitOf(refundable));
    const whole = await readAgain();
    if (!whole) return;
    const repeated = unanswered && toCents(unanswered.amount) === wanted ? unanswered : null;
    const left = refundableCents(whole);
    if (!repeated && wanted > left) return setError(limitOf(left));
    setError(undefined);
    const agreed = await ask({
      ...refundQuestion(wanted, whole.refunds, unanswered),
      confirm: 'Refund',
      danger: true,
    });
    if (!agreed) return;
    const sent = repeated ?? { amount: toDecimal(wanted), key: crypto.randomUUID() };
    // Before it goes out: the tab may be closed before the answer.
    keep({ amount: sent.amount, unanswered: sent });
    refund.mutate({ ...sent, seen: whole });
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
          onChange={(event) => keep({ amount: event.target.value, unanswered })}
          error={error}
          className="min-w-0 flex-1 basis-48"
        />
        <Button type="submit" variant="secondary" aria-disabled={isBusy}>
          {refund.isPending ? 'Refunding...' : 'Refund'}
        </Button>
      </form>
    </section>
  );
}

function limitOf(refundable: Cents): string {
  return `Enter an amount up to ${formatMoney(refundable)}.`;
}

function showFailure(failure: unknown): void {
  showToast({
    title: 'Refund failed',
    description: messageOf(failure),
    variant: 'destructive',
  });
}

function centsOf(amount: string): Cents | null {
  try {
    return toCents(amount.trim());
  } catch {
    return null;
  }
}
