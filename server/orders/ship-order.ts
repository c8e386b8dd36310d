import type { OrderStatus } from '#domain/order.ts';
import { trackingUrl } from '#domain/shipment.ts';
import { nameActor } from './name-actor.ts';
import type { OrderContext } from './order-context.ts';
import { gatherOrderMails, queueShippedMail } from './queue-order-mails.ts';

export interface Parcel {
  orderId: string;
  carrier: string;
  trackingNumber: string;
  /** The admin, for the log of changes. */
  shippedBy: string | null;
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
  /** True when this parcel was told before: nothing was changed, no mail sent. */
  alreadyShipped: boolean;
}

export type ShippedOrder =
  | { kind: 'shipped'; details: ShippedDetails }
  | {
      kind: 'refused';
      code: 'order_not_found' | 'order_unpaid' | 'order_cancelled';
      message: string;
    };

/** Money is here and stays here: what may be sent. */
const shippable: readonly string[] = ['paid', 'partially_refunded'];

/** Notes a parcel, sets the order shipped and mails the customer, once per parcel. */
export async function shipOrder(context: OrderContext, parcel: Parcel): Promise<ShippedOrder> {
  const mails = await gatherOrderMails(context);
  return context.db.transaction().execute(async (tx): Promise<ShippedOrder> => {
    const order = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', parcel.orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) {
      return { kind: 'refused', code: 'order_not_found', message: 'There is no such order.' };
    }
    const { carrier, trackingNumber } = parcel;
    const known = await tx
      .selectFrom('shipments')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('carrier', '=', carrier)
      .where('tracking_number', '=', trackingNumber)
      .executeTakeFirst();
    if (!known && !shippable.includes(order.payment_status)) {
      return { kind: 'refused', code: 'order_unpaid', message: 'This order is not paid.' };
    }
    if (!known && order.status === 'cancelled') {
      return { kind: 'refused', code: 'order_cancelled', message: 'This order is cancelled.' };
    }
    const shipment =
      known ??
      (await tx
        .insertInto('shipments')
        .values({ order_id: order.id, carrier, tracking_number: trackingNumber })
        .returningAll()
        .executeTakeFirstOrThrow());
    if (!known) {
      await nameActor(tx, parcel.shippedBy);
      await tx
        .updateTable('orders')
        .set({ status: 'shipped' })
        .where('id', '=', order.id)
        .execute();
      await queueShippedMail(tx, order, { id: shipment.id, carrier, trackingNumber }, mails);
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
