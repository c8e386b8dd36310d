import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { type Cents, formatMoney, toCents, toDecimal } from '#domain/money.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import { orderKey } from './use-order-actions.ts';

interface RefundFormProps {
  orderId: string;
  /** What can still go back. */
  refundable: Cents;
}

/** Gives all that is left back, or a part. */
export function RefundForm({ orderId, refundable }: RefundFormProps) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const [error, setError] = useState<string | undefined>();
  // One key per refund that is meant: a repeated click sends the same one.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const refund = useMutation({
    mutationFn: (amount: string) => calls.invoke('refund-order', { orderId, amount }, key),
    onSuccess: (_answer, amount) => {
      setKey(crypto.randomUUID());
      showToast({ title: 'Refund sent', description: formatMoney(toCents(amount)) });
    },
    onError: (failure) =>
      showToast({
        title: 'Refund failed',
        description: messageOf(failure),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(orderId) }),
        queries.invalidateQueries({ queryKey: listKey('orders') }),
      ]),
  });

  async function send(event: React.FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (refund.isPending) return;
    const wanted = centsOf(String(new FormData(event.currentTarget).get('amount')));
    if (wanted === null || wanted <= 0 || wanted > refundable) {
      return setError(`Enter an amount up to ${formatMoney(refundable)}.`);
    }
    setError(undefined);
    const agreed = await ask({
      title: `Refund ${formatMoney(wanted)}?`,
      text: 'The money goes back the way it came. This cannot be taken back.',
      confirm: 'Refund',
      danger: true,
    });
    if (agreed) refund.mutate(toDecimal(wanted));
  }

  return (
    <section aria-label="Refund" className="border-t border-line pt-5">
      <h3 className="font-sans text-sm font-semibold">Refund</h3>
      <form
        aria-label="Refund order"
        noValidate
        onSubmit={(event) => void send(event)}
        className="mt-3 flex flex-wrap items-end gap-3"
      >
        <TextField
          key={refundable}
          compact
          label={`Amount, up to ${formatMoney(refundable)}`}
          name="amount"
          inputMode="decimal"
          defaultValue={toDecimal(refundable)}
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
