import { isOutsidePayment } from '#domain/manual-order.ts';
import { arrivedPayments } from '#domain/payment-status.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueAlert } from '#server/orders/emails/queue-order-emails.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentRow, RefundRow } from '#server/orders/tables.ts';
import { recordRefundsAndDisputes } from './record-refunds-and-disputes.ts';
import { syncRefunds } from './sync-refunds.ts';

/** Shown to the team. */
export const refusedReason = 'The payment provider did not accept it.';

/** `unknown`: the provider didn't respond, so the refund may or may not have been made. */
export type SentRefund = 'sent' | 'refused' | 'unknown';

/**
 * Asks the provider for a refund that is already recorded, outside any transaction. Repeating the
 * call returns the provider's same response.
 */
export async function sendRefund(
  context: OrderContext,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<SentRefund> {
  if (isOutsidePayment(payment.provider)) return recordOutside(context, refund, payment);
  const provider = context.providers[payment.provider];
  if (!provider) return 'unknown';
  const answer = await provider.refund({
    refundId: refund.id,
    orderId: refund.order_id,
    paymentReference: payment.reference,
    amountCents: refund.amount_cents,
    currency: refund.currency,
  });
  const facts = { refundId: refund.id, orderId: refund.order_id, provider: payment.provider };
  if (answer.kind === 'refunded') {
    await recordRefundsAndDisputes(context, payment.provider, {
      reference: payment.reference,
      refunds: [answer.refund],
      disputes: [],
    });
    return 'sent';
  }
  context.log.warn({ ...facts, detail: answer.detail }, 'The provider did not refund.');
  if (answer.kind === 'unavailable') return 'unknown';
  // The money may already have been refunded at the provider without our knowing.
  await syncRefunds(context, payment.provider, payment.reference);
  await noteRefusal(context, refund);
  return 'refused';
}

/**
 * The person who canceled an order with this refund may have left the screen by now, so the team is
 * emailed.
 */
async function noteRefusal(context: OrderContext, refund: RefundRow): Promise<void> {
  const mails = await loadOrderEmails(context);
  await context.db.transaction().execute(async (tx) => {
    // Locks the order before its refund, as recording the provider's state does.
    const order = await lockOrder(tx, refund.order_id);
    if (!order) throw new Error('The order of a refund is gone.');
    await markRefused({ db: tx }, refund);
    if (order.status !== 'cancelled' || !arrivedPayments.includes(order.payment_status)) return;
    await queueAlert(tx, order, 'refund_failed', refusedReason, mails, refund.id);
  });
}

/** The owner returned the money outside the shop; this only records it. */
async function recordOutside(
  context: OrderContext,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<'sent'> {
  await recordRefundsAndDisputes(context, payment.provider, {
    reference: payment.reference,
    refunds: [
      {
        reference: refund.id,
        refundId: refund.id,
        amountCents: refund.amount_cents,
        currency: refund.currency,
        state: 'succeeded',
      },
    ],
    disputes: [],
  });
  return 'sent';
}

/** Frees its key and the amount that it had reserved. */
export async function markRefused(
  { db }: Pick<OrderContext, 'db'>,
  refund: Pick<RefundRow, 'id'>,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'failed', request_key: null })
    .where('id', '=', refund.id)
    .where('state', '=', 'requested')
    .execute();
}
