import { type Cents, toDecimal } from '#domain/money.ts';
import type { PaymentStatus } from '#domain/order.ts';
import type { RefundState } from '#domain/refund.ts';
import { loadOrderEmails, type OrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueCancelledEmail } from '#server/orders/emails/queue-order-emails.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { PaymentRow, RefundRow, Tables } from '#server/orders/tables.ts';
import { finishRefund, refundGraceMs } from './finish-refund.ts';
import { type ReservedRefund, reserveRefund, type WantedRefund } from './reserve-refund.ts';
import { sendRefund } from './send-refund.ts';

/** Amounts in dollars, as everywhere on the wire. */
export interface RefundDetails {
  refund: {
    id: string;
    amount: number;
    currency: string;
    state: RefundState;
    /** ISO 8601. */
    created_at: string;
  };
  order: {
    id: string;
    payment_status: PaymentStatus;
    /** For the refunded payment: what was refunded so far, and what can still be refunded. */
    refunded: number;
    refundable: number;
  };
}

export type RefundedOrder =
  | { kind: 'refunded'; details: RefundDetails }
  | Extract<ReservedRefund, { kind: 'refused' }>
  | { kind: 'refused'; code: 'provider_refused' | 'provider_unavailable'; message: string };

export type RefundOrder = (wanted: WantedRefund) => Promise<RefundedOrder>;

/**
 * Refunds an order, fully or in part. Repeated clicks result in one refund: in the database the
 * row's key ensures that, at the provider its id; within this process, further clicks wait for the
 * first.
 */
export function createRefundOrder(context: OrderContext): RefundOrder {
  const underWay = new Map<string, Promise<RefundedOrder>>();
  return (wanted) => {
    const { orderId, paymentId, amountCents, parts, cancel } = wanted;
    const key = JSON.stringify([orderId, paymentId, wanted.key, amountCents, parts, cancel]);
    const running = underWay.get(key);
    if (running) return running;
    const refunded = refundOrder(context, wanted).finally(() => underWay.delete(key));
    underWay.set(key, refunded);
    return refunded;
  };
}

async function refundOrder(context: OrderContext, wanted: WantedRefund): Promise<RefundedOrder> {
  const mails = wanted.cancel?.tell ? await loadOrderEmails(context) : null;
  const reserved = await context.db.transaction().execute(async (tx) => {
    const reserved = await reserveRefund(tx, wanted);
    if (reserved.kind === 'reserved' && wanted.cancel) await cancelOrder(tx, wanted, mails);
    return reserved;
  });
  if (reserved.kind === 'refused') return reserved;
  const { refund, payment, isRepeated } = reserved;
  if (refund.state === 'requested') {
    // Before sending it again, ask what happened to the earlier click.
    const { kind } =
      isRepeated && isSettled(context, refund)
        ? await finishRefund(context, refund, payment)
        : { kind: await sendRefund(context, refund, payment) };
    if (kind === 'refused') {
      return {
        kind: 'refused',
        code: 'provider_refused',
        message: 'The payment provider refused the refund.',
      };
    }
  }
  const details = await readDetails(context, refund, payment);
  // The outcome isn't known yet; a webhook or the reconciler will report it.
  return details.refund.state === 'requested'
    ? {
        kind: 'refused',
        code: 'provider_unavailable',
        message:
          'The payment provider did not respond. The refund was recorded and will be retried.',
      }
    : { kind: 'refunded', details };
}

function isSettled({ now }: OrderContext, { created_at }: RefundRow): boolean {
  return now().getTime() - created_at.getTime() >= refundGraceMs;
}

/**
 * Cancels in the same transaction as the refund is recorded, before the provider is asked: whatever
 * fails afterwards, the refund is on record. The reconciler finishes it, or the team is told.
 */
async function cancelOrder(
  tx: Tables,
  { orderId, requestedBy }: WantedRefund,
  mails: OrderEmails | null,
): Promise<void> {
  await setAuditActor(tx, requestedBy);
  await tx
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('id', '=', orderId)
    .where('status', '<>', 'cancelled')
    .execute();
  const order = await lockOrder(tx, orderId);
  if (order && mails) await queueCancelledEmail(tx, order, mails);
}

async function readDetails(
  { db }: OrderContext,
  { id }: RefundRow,
  payment: PaymentRow,
): Promise<RefundDetails> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'payment_status'])
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow();
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .execute();
  const refund = refunds.find((each) => each.id === id);
  if (!refund) throw new Error('The refund no longer exists.');
  const sum = (states: readonly RefundState[]) =>
    refunds
      .filter(({ state }) => states.includes(state))
      .reduce((cents, each) => cents + each.amount_cents, 0);
  return {
    refund: {
      id,
      amount: dollars(refund.amount_cents),
      currency: refund.currency,
      state: refund.state,
      created_at: refund.created_at.toISOString(),
    },
    order: {
      id: order.id,
      payment_status: order.payment_status,
      refunded: dollars(sum(['pending', 'succeeded'])),
      refundable: dollars(payment.amount_cents - sum(['requested', 'pending', 'succeeded'])),
    },
  };
}

const dollars = (cents: Cents) => Number(toDecimal(cents));
