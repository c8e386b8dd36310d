import { type Cents, formatMoney, sumLines, toCents } from '#domain/money.ts';
import type { ChosenParts } from '#domain/refund-parts.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export interface SentRefund {
  amount: string;
  parts?: ChosenParts;
  /** One per refund that is meant: a repeated click sends the same one. */
  key: string;
}

type Refund = Pick<RowOf<'refunds'>, 'amount_cents' | 'request_key' | 'state'>;

/** Whether sending it once more would be the same refund. */
export function isSameRefund(sent: SentRefund, wanted: Cents, parts?: ChosenParts): boolean {
  return toCents(sent.amount) === wanted && JSON.stringify(sent.parts) === JSON.stringify(parts);
}

/** What is asked before money goes back, with what went back before. */
export function refundQuestion(
  wanted: Cents,
  refunds: readonly Refund[],
  unanswered: SentRefund | null,
  parts?: ChosenParts,
): { title: string; text: string } {
  const goes = 'The money goes back to the original payment method. This cannot be undone.';
  const earlier = refunds.filter(({ state }) => state !== 'failed');
  const isRecorded = earlier.some(({ request_key }) => request_key === unanswered?.key);
  if (unanswered && isSameRefund(unanswered, wanted, parts)) {
    return {
      title: `Refund ${formatMoney(wanted)}?`,
      text: isRecorded
        ? `A refund of ${formatMoney(wanted)} was already sent. This asks for its result and refunds nothing more.`
        : goes,
    };
  }
  const lost =
    unanswered && !isRecorded
      ? `The shop has no record of the refund of ${formatMoney(toCents(unanswered.amount))} that got no answer.`
      : null;
  const title = `Refund ${earlier.length > 0 ? 'another ' : ''}${formatMoney(wanted)}?`;
  return { title, text: [sentBefore(earlier), lost, goes].filter(Boolean).join(' ') };
}

function sentBefore(earlier: readonly Refund[]): string | null {
  if (earlier.length === 0) return null;
  const cents = sumLines(
    earlier.map(({ amount_cents }) => ({ priceCents: amount_cents, quantity: 1 })),
  );
  return earlier.length === 1
    ? `A refund of ${formatMoney(cents)} was already sent.`
    : `${earlier.length} refunds of ${formatMoney(cents)} in all were already sent.`;
}
