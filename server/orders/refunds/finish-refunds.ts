import { isOutsidePayment } from '#domain/manual-order.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueAlert } from '#server/orders/emails/queue-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentRow, RefundRow } from '#server/orders/tables.ts';
import { markRefused, refusedReason, sendRefund } from './send-refund.ts';
import { syncRefunds } from './sync-refunds.ts';

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
 * request with the same key while that is safe, and then gives up. Returns how many were finished.
 */
export async function finishRefunds(context: OrderContext, signal?: AbortSignal): Promise<number> {
  const before = new Date(context.now().getTime() - settlingTimeMs);
  const refunds = await context.db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'requested')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(pageSize)
    .execute();
  let finished = 0;
  for (const refund of refunds) {
    if (signal?.aborted) break;
    try {
      if (await finishRefund(context, refund)) finished += 1;
    } catch (error) {
      context.log.error({ err: error, refundId: refund.id }, 'A refund could not be finished.');
    }
  }
  return finished;
}

async function finishRefund(context: OrderContext, refund: RefundRow): Promise<boolean> {
  const payment = await context.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow();
  if (isOutsidePayment(payment.provider)) {
    return (await sendRefund(context, refund, payment)) === 'sent';
  }
  const read = await syncRefunds(context, payment.provider, payment.reference);
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
