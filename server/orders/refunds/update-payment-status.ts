import { sql } from 'kysely';
import type { PaymentStatus } from '#domain/order.ts';
import { type MoneyOfOrder, paymentStatusOf } from '#domain/payment-status.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';

/** What was paid, refunded and disputed for an order; surplus payments aren't counted. */
async function moneyOfOrder(tx: Tables, orderId: string): Promise<MoneyOfOrder> {
  const { rows } = await sql<MoneyOfOrder>`
    select
      coalesce(bool_or(payment.standing = 'settled'), false) as settled,
      coalesce(sum(payment.amount_cents), 0)::float8 as "takenCents",
      coalesce(sum(returned.cents), 0)::float8 as "refundedCents",
      coalesce(sum(disputed.lost_cents), 0)::float8 as "lostCents",
      coalesce(bool_or(disputed.is_open), false) as disputed
    from payments as payment
    left join lateral (
      select sum(refund.amount_cents) as cents from refunds as refund
      where refund.payment_id = payment.id and refund.state in ('pending', 'succeeded')
    ) as returned on true
    left join lateral (
      select bool_or(dispute.state = 'open') as is_open,
        sum(dispute.amount_cents) filter (where dispute.state = 'lost') as lost_cents
      from disputes as dispute where dispute.payment_id = payment.id
    ) as disputed on true
    where payment.order_id = ${orderId} and payment.standing <> 'surplus'
  `.execute(tx);
  const none = { settled: false, takenCents: 0, refundedCents: 0, lostCents: 0, disputed: false };
  return rows[0] ?? none;
}

/** Updates the order's payment status from its refunds and disputes; the order is locked. */
export async function updatePaymentStatus(tx: Tables, order: OrderRow): Promise<PaymentStatus> {
  const paymentStatus = paymentStatusOf(await moneyOfOrder(tx, order.id));
  if (paymentStatus !== order.payment_status) {
    await tx
      .updateTable('orders')
      .set({ payment_status: paymentStatus })
      .where('id', '=', order.id)
      .execute();
  }
  return paymentStatus;
}
