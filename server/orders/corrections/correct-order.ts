import { sql } from 'kysely';
import type { CorrectedDetails } from '#domain/correct-order.ts';
import { arrivedPayments } from '#domain/payment-status.ts';
import { shippedStatuses } from '#domain/shipment.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';

export interface Correction {
  orderId: string;
  details: CorrectedDetails;
  /** The admin, for the audit log. */
  correctedBy: string | null;
  seen: { updatedAt: string };
}

export type CorrectedOrder =
  | { kind: 'corrected'; changed: boolean }
  | {
      kind: 'refused';
      code: 'order_not_found' | 'order_unpaid' | 'already_shipped' | 'order_changed';
      message: string;
    };

/**
 * Corrects an order's recipient, until it has shipped. Repeating the same correction changes
 * nothing, so it is safe to retry after a lost response. Whatever was paid stays as it is.
 */
export function correctOrder(
  { db }: Pick<OrderContext, 'db'>,
  { orderId, details, correctedBy, seen }: Correction,
): Promise<CorrectedOrder> {
  return db.transaction().execute(async (tx): Promise<CorrectedOrder> => {
    const order = await tx
      .selectFrom('orders')
      .select(({ exists, selectFrom }) => [
        ...(['status', 'payment_status', 'name', 'email', 'phone', 'address'] as const),
        sql<boolean>`updated_at = ${seen.updatedAt}::timestamptz`.as('as_seen'),
        exists(selectFrom('shipments').select('id').where('order_id', '=', orderId)).as('has_left'),
      ])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) return refuse('order_not_found', 'This order does not exist.');
    const { name, email, phone, address } = details;
    const isSame =
      order.name === name &&
      order.email === email &&
      order.phone === phone &&
      order.address === address;
    if (isSame) return { kind: 'corrected', changed: false };
    if (!arrivedPayments.includes(order.payment_status) && order.payment_status !== 'refunded') {
      return refuse('order_unpaid', 'The payment page still collects these details.');
    }
    if (order.has_left || shippedStatuses.includes(order.status)) {
      return refuse('already_shipped', 'This order has shipped: its details stay as they were.');
    }
    if (!order.as_seen) {
      return refuse(
        'order_changed',
        'This order has changed since you opened it. Nothing was saved.',
      );
    }
    await setAuditActor(tx, correctedBy);
    await tx
      .updateTable('orders')
      .set({ name, email, phone, address })
      .where('id', '=', orderId)
      .execute();
    // Links sent to the old address stop working.
    if (order.email !== email) {
      await tx.deleteFrom('private.order_links').where('order_id', '=', orderId).execute();
    }
    return { kind: 'corrected', changed: true };
  });
}

function refuse(
  code: Extract<CorrectedOrder, { kind: 'refused' }>['code'],
  message: string,
): CorrectedOrder {
  return { kind: 'refused', code, message };
}
