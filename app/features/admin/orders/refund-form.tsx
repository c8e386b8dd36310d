import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useStoredState } from '#app/features/admin/form/use-stored-state.ts';
import { formatAmount, fromSmallestUnit, toSmallestUnit } from '#domain/foreign-money.ts';
import { isOutsidePayment } from '#domain/manual-order.ts';
import { type Cents, toCents, toDecimal } from '#domain/money.ts';
import { amountOfParts, type ChosenParts } from '#domain/refund-parts.ts';
import { isUnanswered, messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import { isExtra, ownPaymentLeft, type PaymentLeft, paymentsLeft } from './payments-left.ts';
import { readOrder, type WholeOrder } from './read-order.ts';
import { noParts, partsLeft, RefundPartsField } from './refund-parts-field.tsx';
import { RefundPaymentField } from './refund-payment-field.tsx';
import { isSameRefund, refundQuestion, type SentRefund } from './refund-question.ts';
import { refundedCents } from './timeline.ts';
import { orderKey } from './use-order-actions.tsx';

interface TypedRefund {
  /** In the currency of its payment. */
  amount: string;
  /** Set for an extra payment; omitted for the order's own. */
  paymentId?: string;
  /** Omitted if only an amount is refunded. */
  parts?: ChosenParts;
  /**
   * Sent without getting a response: requesting the same amount again is the same refund, even
   * after a reload.
   */
  unanswered: SentRefund | null;
}

interface RefundUnderWay extends SentRefund {
  seen: WholeOrder;
  /** As the form stood then. */
  typed: TypedRefund;
}

/** Gives back all that is left of a payment, chosen items, or any amount; extra payments come first. */
export function RefundForm({ whole: shown }: { whole: WholeOrder }) {
  const orderId = shown.order.id;
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const [error, setError] = useState<string | undefined>();
  const [typed, setTyped] = useStoredState<TypedRefund>(`refund:${orderId}`, (kept) =>
    Boolean(kept.unanswered),
  );
  const [isReading, setReading] = useState(false);
  const payments = paymentsLeft(shown);
  // A payment with an entered amount stays listed even if nothing is left of it.
  const offered = payments.filter(
    ({ cents, payment }) => cents > 0 || payment.id === typed?.paymentId,
  );
  const entered = typed?.paymentId
    ? offered.find(({ payment }) => payment.id === typed.paymentId)
    : typed && ownPaymentLeft(shown);
  const from = entered ?? offered[0];
  const isPaidTwice = payments.length > 1;
  const isExtraChosen = from !== undefined && isExtra(from.payment);
  const ofPayment = isExtraChosen ? { paymentId: from.payment.id } : {};
  const refundable = from?.cents ?? 0;
  const currency = from?.payment.currency ?? 'USD';
  const amountShown = typed?.amount ?? fromSmallestUnit(refundable, currency);
  const refund = useMutation({
    mutationFn: ({ seen, amount, parts, paymentId, key }: RefundUnderWay) =>
      calls.invoke(
        'refund-order',
        {
          orderId,
          amount,
          ...(parts && { parts }),
          ...(paymentId && { paymentId }),
          seen: { refundedCents: refundedCents(seen) },
        },
        key,
      ),
    onSuccess: (_answer, { amount, typed, currency = 'USD' }) => {
      setTyped((now) => (now && now.amount !== typed.amount ? { ...now, unanswered: null } : null));
      showToast({ title: 'Refund sent', description: formatAmount(toCents(amount), currency) });
    },
    onError: (failure, { seen: _, typed, ...sent }) => {
      setTyped((now) => ({ ...(now ?? typed), unanswered: isUnanswered(failure) ? sent : null }));
      showFailure(failure);
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(orderId) }),
        queries.invalidateQueries({ queryKey: listKey('orders') }),
      ]),
  });

  const unanswered = typed?.unanswered ?? null;
  const left = partsLeft(shown);
  const isOutside = from !== undefined && isOutsidePayment(from.payment.provider);
  const chosen = typed?.parts ?? noParts;

  function startFrom({ payment, cents }: PaymentLeft): void {
    if (payment === offered[0]?.payment && !unanswered) setTyped(null);
    else {
      setTyped({
        amount: fromSmallestUnit(cents, payment.currency),
        ...(isExtra(payment) && { paymentId: payment.id }),
        unanswered,
      });
    }
  }

  function choose(next: ChosenParts): void {
    if (next.lines.length === 0 && !next.delivery) {
      if (from) startFrom(from);
      return;
    }
    // After a refund of a different amount, less may be left than the items cost.
    const cents = Math.min((left && amountOfParts(left, next)) ?? 0, refundable);
    setTyped({ amount: fromSmallestUnit(cents, currency), parts: next, ...ofPayment, unanswered });
  }
  const isBusy = refund.isPending || isReading;

  /**
   * Loads the current order, which may include refunds from another tab or ones whose response was
   * lost.
   */
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
    const cents = centsOf(amountShown, currency);
    if (!from || cents === null || cents <= 0) return setError(limitOf(refundable, currency));
    const whole = await readAgain();
    if (!whole) return;
    const parts = typed?.parts;
    const what = { ...(parts && { parts }), ...ofPayment };
    const named = isExtraChosen ? 'extra payment' : 'payment for the order';
    const wanted = { cents, currency, ...what, of: isPaidTwice ? named : undefined };
    const repeated = unanswered && isSameRefund(unanswered, wanted) ? unanswered : null;
    const now = paymentsLeft(whole).find(({ payment }) => payment.id === from.payment.id);
    const most = now?.cents ?? 0;
    if (!repeated && cents > most) return setError(limitOf(most, currency));
    setError(undefined);
    const agreed = await ask({
      ...refundQuestion(wanted, whole.refunds, unanswered),
      confirm: 'Refund',
      danger: true,
    });
    if (!agreed) return;
    const sent = repeated ?? {
      ...{ amount: toDecimal(cents), currency, ...what },
      key: crypto.randomUUID(),
    };
    const typedNow = { amount: fromSmallestUnit(cents, currency), ...what, unanswered: sent };
    // Before it goes out: the tab may be closed before the answer.
    setTyped(typedNow);
    refund.mutate({ ...sent, seen: whole, typed: typedNow });
  }

  return (
    <section aria-label="Refund" className="border-t border-line pt-5">
      <h3 className="font-sans text-sm font-semibold">Refund</h3>
      <p className="mt-1 text-ink-soft">
        {isOutside
          ? 'This was paid outside the shop: give the money back the same way, then note it here. The customer will receive an email.'
          : 'The customer will receive an email.'}
      </p>
      {isPaidTwice && from ? (
        <RefundPaymentField payments={offered} chosen={from} onChange={startFrom} />
      ) : null}
      {left && !isExtraChosen && currency === shown.order.currency ? (
        <RefundPartsField whole={shown} parts={left} chosen={chosen} onChange={choose} />
      ) : null}
      <form
        aria-label="Refund order"
        noValidate
        onSubmit={(event) => void send(event)}
        className="mt-3 flex flex-wrap items-end gap-3"
      >
        <TextField
          compact
          label={`Amount, up to ${formatAmount(refundable, currency)}`}
          name="amount"
          inputMode="decimal"
          value={amountShown}
          onChange={(event) =>
            setTyped({ ...typed, ...ofPayment, amount: event.target.value, unanswered })
          }
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

function limitOf(refundable: Cents, currency: string): string {
  return `Enter an amount up to ${formatAmount(refundable, currency)}.`;
}

function showFailure(failure: unknown): void {
  showToast({
    title: 'Refund failed',
    description: messageOf(failure),
    variant: 'destructive',
  });
}

/** Null for what is not an amount of that currency. */
function centsOf(amount: string, currency: string): Cents | null {
  try {
    const cents = toSmallestUnit(amount.trim(), currency);
    return Number.isInteger(cents) ? cents : null;
  } catch {
    return null;
  }
}
