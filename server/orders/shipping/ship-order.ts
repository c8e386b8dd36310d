import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { OrderStatus, PaymentStatus } from '#domain/order.ts';
import { shippablePayments } from '#domain/payment-status.ts';
import {
  describeWithheldBatch,
  isWithheld,
  shippedStatuses,
  trackingUrl,
  withheldBatches,
} from '#domain/shipment.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueShippedEmail } from '#server/orders/emails/queue-order-emails.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { readRefundedLines } from '#server/orders/refunds/read-refunded-lines.ts';
import { sumRefunds } from '#server/orders/refunds/reserve-refund.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';

export interface Parcel {
  orderId: string;
  carrier: string;
  trackingNumber: string;
  /** The admin, for the audit log. */
  shippedBy: string | null;
  /**
   * The order as the admin saw it. If left out, nobody has confirmed seeing that the order may
   * already have left, so a further parcel is refused: somebody else may have packed it at the same
   * time.
   */
  seen?: SeenOrder | undefined;
  /**
   * Refuses an order that has already shipped, as another parcel or by its status alone, even if
   * the admin saw that.
   */
  onlyFirst?: boolean;
  /**
   * Codes of recalled or blocked batches that the admin knows are in the parcel, such as one that
   * left before the recall. A first parcel from any other such batch is refused.
   */
  confirmedBatches?: readonly string[] | undefined;
}

interface SeenOrder {
  /** ISO 8601, with the database's full precision. */
  updatedAt: string;
  /** The sum of all refunds that have not failed. */
  refundedCents: Cents;
}

export interface ShippedDetails {
  shipment: {
    id: string;
    carrier: string;
    tracking_number: string;
    /** Null for a carrier without a known tracking page. */
    tracking_url: string | null;
    /** ISO 8601. */
    created_at: string;
  };
  order: { id: string; status: OrderStatus };
  /** True if this parcel was already recorded: nothing changed and no email was sent. */
  alreadyShipped: boolean;
}

export type ShippedOrder =
  | { kind: 'shipped'; details: ShippedDetails }
  | {
      kind: 'refused';
      code:
        | 'order_not_found'
        | 'order_unpaid'
        | 'order_cancelled'
        | 'order_changed'
        | 'already_shipped'
        | 'batch_withheld';
      message: string;
    };

/** Payment statuses in which an order can't ship, with the reason shown. */
const unshippable: Partial<Record<PaymentStatus, string>> = {
  refunded: 'This order was refunded.',
  review: 'This payment is held for review.',
  disputed: 'The customer disputes this payment with their bank.',
};

/** Records a parcel, marks the order shipped and emails the customer, once per parcel. */
export async function shipOrder(context: OrderContext, parcel: Parcel): Promise<ShippedOrder> {
  const mails = await loadOrderEmails(context);
  return context.db.transaction().execute(async (tx): Promise<ShippedOrder> => {
    const order = await lockOrder(tx, parcel.orderId);
    if (!order) {
      return { kind: 'refused', code: 'order_not_found', message: 'This order does not exist.' };
    }
    const { carrier, trackingNumber } = parcel;
    const known = await tx
      .selectFrom('shipments')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('carrier', '=', carrier)
      .where('tracking_number', '=', trackingNumber)
      .executeTakeFirst();
    if (!known && !shippablePayments.includes(order.payment_status)) {
      const message = unshippable[order.payment_status] ?? 'This order is not paid.';
      return { kind: 'refused', code: 'order_unpaid', message };
    }
    if (!known && order.status === 'cancelled') {
      return { kind: 'refused', code: 'order_cancelled', message: 'This order is canceled.' };
    }
    if (!known && (await isBeingRefunded(tx, order.id))) {
      const message = 'This order is being refunded.';
      return { kind: 'refused', code: 'order_unpaid', message };
    }
    const mustBeFirst = parcel.onlyFirst || !parcel.seen;
    const parcelBefore = known ?? (await findParcel(tx, order.id));
    const earlier = known ? null : describeEarlier(order, parcelBefore);
    if (earlier && mustBeFirst)
      return { kind: 'refused', code: 'already_shipped', message: earlier };
    if (!known && parcel.seen && !(await isAsSeen(tx, order.id, parcel.seen))) {
      return {
        kind: 'refused',
        code: 'order_changed',
        message: 'This order has changed since you opened it. Nothing was shipped.',
      };
    }
    // A status alone, which an admin may set, says nothing of what went into the parcel.
    const withheld = !parcelBefore && (await findWithheld(tx, order, parcel));
    if (withheld) {
      const message = `${describeWithheldBatch(withheld)}. Nothing was shipped.`;
      return { kind: 'refused', code: 'batch_withheld', message };
    }
    const shipment =
      known ??
      (await tx
        .insertInto('shipments')
        .values({ order_id: order.id, carrier, tracking_number: trackingNumber })
        .returningAll()
        .executeTakeFirstOrThrow());
    if (!known) {
      await setAuditActor(tx, parcel.shippedBy);
      await tx
        .updateTable('orders')
        .set({ status: 'shipped' })
        .where('id', '=', order.id)
        .execute();
      await queueShippedEmail(tx, order, { id: shipment.id, carrier, trackingNumber }, mails);
    }
    return {
      kind: 'shipped',
      details: {
        shipment: {
          id: shipment.id,
          carrier,
          tracking_number: trackingNumber,
          tracking_url: trackingUrl(carrier, trackingNumber),
          created_at: shipment.created_at.toISOString(),
        },
        order: { id: order.id, status: known ? order.status : 'shipped' },
        alreadyShipped: known !== undefined,
      },
    };
  });
}

/**
 * Whether the whole payment is being refunded, which the payment status says only once the provider
 * has responded.
 */
async function isBeingRefunded(tx: Tables, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from public.payments as payment
    join public.refunds as refund on refund.payment_id = payment.id and refund.state <> 'failed'
    where payment.order_id = ${orderId} and payment.standing <> 'surplus'
    group by payment.id
    having sum(refund.amount_cents) >= payment.amount_cents
  `.execute(tx);
  return rows.length > 0;
}

/** A recalled or blocked batch that the parcel is packed from, unless the admin has confirmed it. */
async function findWithheld(
  tx: Tables,
  order: { id: string; order_items: unknown },
  { confirmedBatches = [] }: Parcel,
): Promise<{ code: string; status: string } | undefined> {
  const noted = await tx
    .selectFrom('order_line_batches')
    .innerJoin('batches', 'batches.id', 'order_line_batches.batch_id')
    .select(['line', 'code', 'status'])
    .where('order_id', '=', order.id)
    .orderBy('line')
    .orderBy('code')
    .execute();
  if (!noted.some(({ status }) => isWithheld(status))) return undefined;
  return withheldBatches(
    order.order_items,
    await readRefundedLines(tx, order.id),
    noted.map(({ line, code, status }) => ({ line, batch: { code, status } })),
  ).find(({ code }) => !confirmedBatches.includes(code));
}

interface EarlierParcel {
  carrier: string;
  tracking_number: string;
}

function findParcel(tx: Tables, orderId: string): Promise<EarlierParcel | undefined> {
  return tx
    .selectFrom('shipments')
    .select(['carrier', 'tracking_number'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .executeTakeFirst();
}

/** How the order has already shipped, in words; null if it has not. */
function describeEarlier(
  order: { status: OrderStatus },
  parcel: EarlierParcel | undefined,
): string | null {
  if (parcel)
    return `This order already shipped with ${parcel.carrier}, ${parcel.tracking_number}.`;
  return shippedStatuses.includes(order.status) ? `This order is already ${order.status}.` : null;
}

/** Compared in the database, whose timestamps are more precise than a Date. */
async function isAsSeen(tx: Tables, orderId: string, seen: SeenOrder): Promise<boolean> {
  const same = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(sql<boolean>`updated_at = ${seen.updatedAt}::timestamptz`)
    .executeTakeFirst();
  if (!same) return false;
  return (await sumRefunds(tx, orderId)) === seen.refundedCents;
}
