import { isOutsidePayment } from '#domain/manual-order.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueAlert } from '#server/orders/emails/queue-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { markRefused, refusedReason, sendRefund } from '#server/orders/refunds/send-refund.ts';
import { syncRefunds } from '#server/orders/refunds/sync-refunds.ts';
import type { PaymentRow, RefundRow } from '#server/orders/tables.ts';
import { type RunReport, reportingFailure } from './run-report.ts';

/** The request that created it may still be running. */
const settlingTimeMs = 60_000;
/**
 * Every provider remembers an idempotency key for at least this long; after that, a repeat might be
 * a second refund.
 */
const keyLifetimeMs = 5 * 60 * 60_000;
const pageSize = 100;

/**
 * Finishes refunds whose answer never came: records what the provider knows of them, repeats the
 * request with the same key while that is safe, and then gives up. Counts how many were finished, and
 * reports those of payments that the provider does not know.
 */
export async function finishRefunds(
  context: OrderContext,
  report: RunReport,
  signal?: AbortSignal,
): Promise<void> {
  let last: RefundRow | undefined;
  do {
    const refunds: RefundRow[] = await requestedRefunds(context, last);
    for (const refund of refunds) {
      if (signal?.aborted) return;
      await reportingFailure(context, report, { order_id: refund.order_id }, async () => {
        if (await finishRefund(context, refund, report)) report.count('refunds_finished');
      });
    }
    last = refunds.length === pageSize ? refunds.at(-1) : undefined;
  } while (last);
}

function requestedRefunds(
  { db, now }: OrderContext,
  after: RefundRow | undefined,
): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'requested')
    .where('created_at', '<=', new Date(now().getTime() - settlingTimeMs))
    .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(pageSize)
    .execute();
}

async function finishRefund(
  context: OrderContext,
  refund: RefundRow,
  report: RunReport,
): Promise<boolean> {
  const payment = await context.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow();
  if (isOutsidePayment(payment.provider)) {
    return (await sendRefund(context, refund, payment)) === 'sent';
  }
  const { provider, order_id, reference } = payment;
  const read = await syncRefunds(context, provider, reference);
  if (read.kind === 'not_found') {
    const detail = `${provider} does not know ${reference}, so its refund cannot be made: ask there what became of it`;
    report.find({ kind: 'order_unreadable', provider, order_id, detail });
  }
  if (read.kind !== 'applied') return false;
  if (!(await isRequested(context, refund))) return true;
  if (context.now().getTime() - refund.created_at.getTime() < keyLifetimeMs) {
    const sent = await sendRefund(context, refund, payment);
    if (sent === 'unknown') return false;
    if (sent === 'sent') return true;
  }
  await giveUp(context, refund, payment);
  return true;
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
