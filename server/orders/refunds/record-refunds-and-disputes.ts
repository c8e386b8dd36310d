import type { OutsidePayment } from '#domain/manual-order.ts';
import type { PaymentStatus } from '#domain/order.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { repeatDeadlocked } from '#server/orders/repeat-deadlocked.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { PaymentHistory } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { recordDispute } from './record-dispute.ts';
import { recordRefund } from './record-refund.ts';
import { updatePaymentStatus } from './update-payment-status.ts';

export type RecordedRefundsAndDisputes =
  | { kind: 'applied'; orderId: string; paymentStatus: PaymentStatus }
  | { kind: 'payment_unknown' };

/** Records a payment's refunds and disputes on its order, in one transaction. */
export async function recordRefundsAndDisputes(
  context: OrderContext,
  provider: PaymentProviderName | OutsidePayment,
  { reference, refunds, disputes }: Pick<PaymentHistory, 'reference' | 'refunds' | 'disputes'>,
): Promise<RecordedRefundsAndDisputes> {
  const mails = await loadOrderEmails(context);
  const record = async (tx: Tables): Promise<RecordedRefundsAndDisputes> => {
    const payment = await tx
      .selectFrom('payments')
      .selectAll()
      .where('provider', '=', provider)
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (!payment) return { kind: 'payment_unknown' };
    const order = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', payment.order_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    for (const refund of refunds) await recordRefund(tx, order, payment, refund, mails);
    for (const dispute of disputes) await recordDispute(tx, order, payment, dispute, mails);
    const paymentStatus = await updatePaymentStatus(tx, order);
    if (paymentStatus !== order.payment_status) {
      context.log.info({ orderId: order.id, provider, paymentStatus }, 'Money of an order moved.');
    }
    return { kind: 'applied', orderId: order.id, paymentStatus };
  };
  return repeatDeadlocked(() => context.db.transaction().execute(record));
}
