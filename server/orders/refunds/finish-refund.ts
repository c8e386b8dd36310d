import { isOutsidePayment } from '#domain/manual-order.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueAlert } from '#server/orders/emails/queue-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentRow, RefundRow } from '#server/orders/tables.ts';
import { markRefused, refusedReason, type SentRefund, sendRefund } from './send-refund.ts';
import { type SyncedRefunds, syncRefunds } from './sync-refunds.ts';

/** Before that, the request that created a refund may still be running. */
export const refundGraceMs = 60_000;
/**
 * Every provider remembers an idempotency key for at least this long; later, a repeat might become
 * a second refund.
 */
const keyLifetimeMs = 5 * 60 * 60_000;

/** `sent` includes refunds that the provider turns out to know; if there is no answer, says why. */
export type FinishedRefund = { kind: SentRefund } | Exclude<SyncedRefunds, { kind: 'applied' }>;

/**
 * Finishes a refund whose response never arrived: records what the provider knows about it, repeats
 * the request with the same key while that is safe, and then gives up. The provider is always asked
 * first, and nothing is repeated while it can't answer.
 */
export async function finishRefund(
  context: OrderContext,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<FinishedRefund> {
  if (isOutsidePayment(payment.provider)) {
    return { kind: await sendRefund(context, refund, payment) };
  }
  const read = await syncRefunds(context, payment.provider, payment.reference);
  if (read.kind !== 'applied') return read;
  if (!(await isRequested(context, refund))) return { kind: 'sent' };
  if (context.now().getTime() - refund.created_at.getTime() < keyLifetimeMs) {
    const kind = await sendRefund(context, refund, payment);
    if (kind !== 'refused') return { kind };
  }
  await giveUp(context, refund, payment);
  return { kind: 'refused' };
}

async function isRequested({ db }: OrderContext, { id }: RefundRow): Promise<boolean> {
  const { state } = await db
    .selectFrom('refunds')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state === 'requested';
}

async function giveUp(
  context: OrderContext,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<void> {
  const mails = await loadOrderEmails(context);
  await markRefused(context, refund);
  const order = await context.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow();
  await queueAlert(context.db, order, 'refund_failed', refusedReason, mails, refund.id);
}
