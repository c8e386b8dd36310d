import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Cents, formatMoney } from '#domain/money.ts';
import { amountOfParts, type ChosenParts, refundableParts } from '#domain/refund-parts.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { OrderRow, PaymentRow, RefundRow, Tables } from '#server/orders/tables.ts';
import { readRefundedLines } from './read-refunded-lines.ts';

export interface WantedRefund {
  orderId: string;
  /** Null refunds what the parts cost, or everything that is left if there are no parts. */
  amountCents: Cents | null;
  /** Null if an amount was entered instead. */
  parts: ChosenParts | null;
  /** Null for the order's own payment. */
  paymentId: string | null;
  /** The refunded amount that the screen showed; null if there was no screen. */
  seenRefundedCents: Cents | null;
  /** Also cancels the order; null leaves its status. */
  cancel: { seenUpdatedAt: string; tell: boolean } | null;
  /** Makes repeated clicks one refund; if null, equal amounts are one refund. */
  key: string | null;
  requestedBy: string | null;
}

export type ReservedRefund =
  | {
      kind: 'reserved';
      refund: RefundRow;
      payment: PaymentRow;
      /** It was created by an earlier click. */
      isRepeated: boolean;
    }
  | {
      kind: 'refused';
      code:
        | 'order_not_found'
        | 'order_unpaid'
        | 'order_disputed'
        | 'order_changed'
        | 'nothing_to_refund'
        | 'amount_too_high'
        | 'parts_refunded'
        | 'attempt_conflict';
      message: string;
    };

/**
 * Records a refund as `requested` before the provider is asked, with the order locked, so that
 * parallel refunds never add up to more than was paid. The same key returns the same refund, unless
 * that one has failed.
 */
export async function reserveRefund(tx: Tables, wanted: WantedRefund): Promise<ReservedRefund> {
  const order = await lockOrder(tx, wanted.orderId);
  if (!order) return refuse('order_not_found', 'This order does not exist.');
  const payment = await findPayment(tx, wanted);
  if (!payment) return refuse('order_unpaid', 'No payment has arrived for this order.');

  const requestKey = requestKeyOf(wanted);
  const ofOrder = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('state', '<>', 'failed')
    .execute();
  const found = ofOrder.find((refund) => refund.request_key === requestKey);
  const isUndone =
    found && wanted.cancel && order.status !== 'cancelled' && found.state !== 'requested';
  const known = isUndone ? undefined : found;
  const isRepeated = known !== undefined && order.status === 'cancelled';
  if (wanted.cancel && !isRepeated && !(await isAsSeen(tx, order, wanted.cancel))) {
    return refuse(
      'order_changed',
      'This order has changed since you opened it. Nothing was refunded or canceled.',
    );
  }
  // The order is being canceled a second time: the refund from the first cancellation must not
  // count as this one's.
  if (isUndone) await freeKey(tx, found);
  if (known && known.payment_id !== payment.id) {
    return refuse('attempt_conflict', 'This key was used for another payment.');
  }
  if (known) {
    const sameParts = isSameParts(known.lines, wanted.parts);
    const sameAmount = wanted.amountCents === null || wanted.amountCents === known.amount_cents;
    if (sameParts && sameAmount) {
      return { kind: 'reserved', refund: known, payment, isRepeated: true };
    }
    // From a page on which the order is still open.
    if (wanted.cancel) {
      const message = 'This order was already canceled, and its payment refunded.';
      return refuse('order_changed', message);
    }
    const what = sameParts ? 'another amount' : 'other parts';
    return refuse('attempt_conflict', `This key was used for ${what}.`);
  }

  if (wanted.seenRefundedCents !== null) {
    if ((await sumRefunds(tx, wanted.orderId)) !== wanted.seenRefundedCents) {
      return refuse(
        'order_changed',
        'Another refund was sent since you opened this order. Nothing more was refunded.',
      );
    }
  }
  const partsCents = wanted.parts && (await priceParts(tx, order, wanted.parts));
  if (wanted.parts && partsCents === null) {
    return refuse(
      'parts_refunded',
      'Some of these items were already refunded, or are not part of this order.',
    );
  }
  const left = ofOrder
    .filter(({ payment_id }) => payment_id === payment.id)
    .reduce((rest, { amount_cents }) => rest - amount_cents, payment.amount_cents);
  const amountCents = wanted.amountCents ?? partsCents ?? left;
  if (left <= 0) return refuse('nothing_to_refund', 'This payment has already been refunded.');
  const dispute = await findDispute(tx, payment);
  if (dispute) {
    return refuse(
      'order_disputed',
      dispute.state === 'open'
        ? 'The bank is holding this payment until the dispute is resolved.'
        : 'The bank took money of this payment back in a dispute.',
    );
  }
  if (amountCents > left) {
    return refuse('amount_too_high', `You can refund at most ${formatMoney(left)}.`);
  }
  if (amountCents <= 0) return refuse('nothing_to_refund', 'Nothing was paid for these items.');
  await setAuditActor(tx, wanted.requestedBy);
  const refund = await tx
    .insertInto('refunds')
    .values({
      id: randomUUID(),
      order_id: wanted.orderId,
      payment_id: payment.id,
      provider: payment.provider,
      amount_cents: amountCents,
      currency: payment.currency,
      state: 'requested',
      origin: 'shop',
      request_key: requestKey,
      requested_by: wanted.requestedBy,
      lines: wanted.parts && JSON.stringify(wanted.parts),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { kind: 'reserved', refund, payment, isRepeated: false };
}

/** The space separates our keys from the browser's: its header allows none. */
function requestKeyOf({ key, amountCents, parts, paymentId }: WantedRefund): string {
  if (key !== null) return key;
  const what = `amount ${amountCents ?? 'left'} of ${paymentId ?? 'the order'}`;
  if (!parts) return what;
  const named = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${what} for parts ${named}`;
}

async function freeKey(tx: Tables, { id }: RefundRow): Promise<void> {
  await tx.updateTable('refunds').set({ request_key: null }).where('id', '=', id).execute();
}

/**
 * What the parts cost; null if other refunds of the order, through whichever payment, leave less
 * than that.
 */
async function priceParts(tx: Tables, order: OrderRow, chosen: ChosenParts): Promise<Cents | null> {
  const parts = refundableParts(order, await readRefundedLines(tx, order.id));
  return parts && amountOfParts(parts, chosen);
}

function isSameParts(known: unknown, wanted: ChosenParts | null): boolean {
  if (known === null || wanted === null) return known === wanted;
  return isDeepStrictEqual(known, wanted);
}

async function isAsSeen(
  tx: Tables,
  order: OrderRow,
  { seenUpdatedAt }: NonNullable<WantedRefund['cancel']>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', order.id)
    .where('updated_at', '=', sql<Date>`${seenUpdatedAt}::timestamptz`)
    .executeTakeFirst();
  return found !== undefined;
}

function findPayment(
  tx: Tables,
  { orderId, paymentId }: WantedRefund,
): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .$if(paymentId === null, (query) => query.where('standing', '<>', 'surplus'))
    .$if(paymentId !== null, (query) => query.where('id', '=', paymentId ?? ''))
    .orderBy('created_at')
    .executeTakeFirst();
}

/** A dispute of the payment that is open, or was lost: providers then refund nothing of it, even of the rest. */
function findDispute(tx: Tables, payment: PaymentRow) {
  return tx
    .selectFrom('disputes')
    .select('state')
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['open', 'lost'])
    .orderBy('state', 'desc')
    .executeTakeFirst();
}

function refuse(
  code: Extract<ReservedRefund, { kind: 'refused' }>['code'],
  message: string,
): ReservedRefund {
  return { kind: 'refused', code, message };
}

/** What was refunded for an order, including pending refunds. */
export async function sumRefunds(tx: Tables, orderId: string): Promise<Cents> {
  const refunds = await tx
    .selectFrom('refunds')
    .select('amount_cents')
    .where('order_id', '=', orderId)
    .where('state', '<>', 'failed')
    .execute();
  return refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}
