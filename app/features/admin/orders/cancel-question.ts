import { type Cents, formatMoney, sumLines, toCents } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';
import type { Question } from '../dialogs/confirm.tsx';
import { disputeColumns } from './lost-disputes.ts';
import { ownPaymentLeft } from './payments-left.ts';

type PaidOrder = Pick<RowOf<'orders'>, 'id' | 'total_amount'>;

/** Asked before paid orders are canceled: names what a refund would send. */
export async function readCancelQuestion(
  calls: AdminCalls,
  paid: readonly PaidOrder[],
): Promise<Question> {
  const [first] = paid;
  const total = sum(paid.map((order) => toCents(order.total_amount)));
  // Without it the question still says that a part may have been refunded.
  const left = await readLeft(calls, paid).catch(() => null);
  const rest = left === null ? 'the remaining amount' : `the remaining ${formatMoney(left)}`;
  return {
    title:
      paid.length === 1
        ? `Cancel order #${orderNumber(first?.id ?? '')}?`
        : `Cancel ${paid.length} paid orders?`,
    ...(left === 0
      ? {
          text: `${formatMoney(total)} was paid, and nothing of it is left to refund.`,
          confirm: 'Cancel without refund',
        }
      : {
          text: `${formatMoney(total)} was paid. Refund ${left === total ? 'it' : rest}, or cancel and keep the money for now? A refund sends an email of its own.`,
          confirm: 'Cancel and refund',
          alternative: 'Cancel without refund',
        }),
    cancel: 'Do not cancel',
    danger: true,
  };
}

/** In cents, what is left of the orders' own payments; null if that is not known in dollars. */
async function readLeft(calls: AdminCalls, paid: readonly PaidOrder[]): Promise<Cents | null> {
  const ids = paid.map(({ id }) => id);
  const rows = await calls.run((tables) =>
    tables
      .from('orders')
      .select(`id, payments(*), refunds(*), ${disputeColumns}` as const)
      .in('id', ids),
  );
  const left = rows.map(ownPaymentLeft);
  const isKnown = left.every((own) => own?.payment.currency === 'USD');
  if (rows.length < ids.length || !isKnown) return null;
  return sum(left.map((own) => own?.cents ?? 0));
}

const sum = (amounts: readonly Cents[]): Cents =>
  sumLines(amounts.map((priceCents) => ({ priceCents, quantity: 1 })));
