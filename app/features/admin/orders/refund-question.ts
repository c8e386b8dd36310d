import { formatAmount } from '#domain/foreign-money.ts';
import { type Cents, toCents } from '#domain/money.ts';
import type { ChosenParts } from '#domain/refund-parts.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export interface SentRefund {
  /** A hundredth of the smallest units, as the shop takes it: "192.00" is ¥19,200. */
  amount: string;
  /** Left out: USD. */
  currency?: string;
  parts?: ChosenParts;
  /** Set for an extra payment; omitted for the order's own. */
  paymentId?: string;
  /** One per intended refund: a repeated click sends the same key. */
  key: string;
}

/** A refund that is asked for now. */
export interface WantedRefund extends Pick<SentRefund, 'parts' | 'paymentId' | 'currency'> {
  /** In the smallest unit of the currency. */
  cents: Cents;
  /** If there are several payments: "extra payment". */
  of?: string | undefined;
}

type Refund = Pick<RowOf<'refunds'>, 'amount_cents' | 'currency' | 'request_key' | 'state'>;

/** Whether sending it again would be the same refund. */
export function isSameRefund(sent: SentRefund, wanted: WantedRefund): boolean {
  return (
    toCents(sent.amount) === wanted.cents &&
    sent.paymentId === wanted.paymentId &&
    JSON.stringify(sent.parts) === JSON.stringify(wanted.parts)
  );
}

/** The question before money is refunded, with earlier refunds. */
export function refundQuestion(
  wanted: WantedRefund,
  refunds: readonly Refund[],
  unanswered: SentRefund | null,
): { title: string; text: string } {
  const amount = [formatAmount(wanted.cents, wanted.currency ?? 'USD'), wanted.of]
    .filter(Boolean)
    .join(' of the ');
  const goes = 'The money goes back to the original payment method. This cannot be undone.';
  const earlier = refunds.filter(({ state }) => state !== 'failed');
  const isRecorded = earlier.some(({ request_key }) => request_key === unanswered?.key);
  if (unanswered && isSameRefund(unanswered, wanted)) {
    return {
      title: `Refund ${amount}?`,
      text: isRecorded
        ? `A refund of ${amount} was already sent. This only checks its status. Nothing more is refunded.`
        : goes,
    };
  }
  const lost =
    unanswered && !isRecorded
      ? `The shop has no record of the refund of ${formatAmount(toCents(unanswered.amount), unanswered.currency ?? 'USD')} that got no answer.`
      : null;
  const title = `Refund ${earlier.length > 0 ? 'another ' : ''}${amount}?`;
  return { title, text: [sentBefore(earlier), lost, goes].filter(Boolean).join(' ') };
}

function sentBefore(earlier: readonly Refund[]): string | null {
  if (earlier.length === 0) return null;
  const sums = new Map<string, Cents>();
  for (const { amount_cents, currency } of earlier) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount_cents);
  }
  const all = [...sums].map(([currency, cents]) => formatAmount(cents, currency)).join(' and ');
  return earlier.length === 1
    ? `A refund of ${all} was already sent.`
    : `${earlier.length} refunds of ${all} in all were already sent.`;
}
