import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentRow, RefundRow } from '#server/orders/tables.ts';
import { recordRefunds } from './record-refunds.ts';
import { syncRefunds } from './sync-refunds.ts';

/** `unknown`: the provider did not answer, so whether the money went is not known yet. */
export type SentRefund = 'sent' | 'refused' | 'unknown';

/**
 * Asks the provider for a refund that was written before, outside any transaction. Repeating it
 * repeats the provider's answer.
 */
export async function sendRefund(
  context: OrderContext,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<SentRefund> {
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
    await recordRefunds(context, payment.provider, {
      reference: payment.reference,
      refunds: [answer.refund],
      disputes: [],
    });
    return 'sent';
  }
  context.log.warn({ ...facts, detail: answer.detail }, 'The provider did not refund.');
  if (answer.kind === 'unavailable') return 'unknown';
  await markRefused(context, refund);
  // It may be that the money went back at the provider before, and nobody has told us.
  await syncRefunds(context, payment.provider, payment.reference);
  return 'refused';
}

/** Its key is free again, and what it had reserved can be refunded. */
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
