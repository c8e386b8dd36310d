import { sql } from 'kysely';
import { toCents } from '#domain/money.ts';
import type { PaymentStatus } from '#domain/order.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queuePaidEmails } from '#server/orders/emails/queue-order-emails.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { reinstateDiscountUse } from '#server/orders/order-state/redeem-discount.ts';
import { updatePaymentStatus } from '#server/orders/refunds/update-payment-status.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import { holdRemainingStock } from '#server/orders/stock/order-stock.ts';

export type AcceptedPayment =
  | { kind: 'accepted'; paymentStatus: PaymentStatus }
  | {
      kind: 'refused';
      code: 'order_not_found' | 'not_in_review' | 'other_currency';
      message: string;
    };

/**
 * Accepts a payment in review as the payment for this order, whatever amount in its currency was
 * received: the order becomes paid and its emails are queued. The order is locked and leaves
 * `review` in the same transaction, so only the first of several clicks takes effect.
 */
export async function acceptPayment(
  context: OrderContext,
  { orderId, acceptedBy }: { orderId: string; acceptedBy: string | null },
): Promise<AcceptedPayment> {
  const mails = await loadOrderEmails(context);
  const accepted = await context.db.transaction().execute(async (tx): Promise<AcceptedPayment> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse('order_not_found', 'This order does not exist.');
    if (order.payment_status !== 'review') {
      return refuse('not_in_review', 'The payment of this order is not in review.');
    }
    const payment = await tx
      .updateTable('payments')
      .set({ standing: 'settled' })
      .where('order_id', '=', order.id)
      .where('standing', '=', 'review')
      .where('currency', '=', order.currency)
      .returning('amount_cents')
      .executeTakeFirst();
    if (!payment) {
      return refuse(
        'other_currency',
        'This payment was made in another currency. Please refund it.',
      );
    }
    await setAuditActor(tx, acceptedBy);
    const paid = await tx
      .updateTable('orders')
      .set({ payment_status: 'paid', paid_at: sql<Date>`now()` })
      .where('id', '=', order.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // A canceled order that costs nothing holds no stock; it takes it again when it is no longer
    // canceled.
    const isFree = toCents(paid.total_amount) === 0;
    if (!isFree || paid.status !== 'cancelled') await holdRemainingStock(tx, order.id);
    await reinstateDiscountUse(tx, order.id);
    await queuePaidEmails(tx, paid, mails, payment.amount_cents);
    // Part of it may already have been refunded.
    return { kind: 'accepted', paymentStatus: await updatePaymentStatus(tx, paid) };
  });
  if (accepted.kind === 'accepted') {
    context.log.info({ orderId, acceptedBy }, 'A payment in review was accepted.');
  }
  return accepted;
}

function refuse(
  code: Extract<AcceptedPayment, { kind: 'refused' }>['code'],
  message: string,
): AcceptedPayment {
  return { kind: 'refused', code, message };
}
