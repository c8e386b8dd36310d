import { type DeliveryZone, findZone, toDestination } from '#domain/delivery.ts';
import { deliveryPromise } from '#domain/delivery-promise.ts';
import { readOrderLines } from '#domain/order.ts';
import { readAmounts } from '#domain/order-amounts.ts';
import { describeRefund } from '#domain/refund-parts.ts';
import type { EmailOrder } from '#emails/email-order.ts';
import type { RenderedEmail } from '#emails/layout.ts';
import { orderCancelledMail } from '#emails/order-cancelled.ts';
import { orderConfirmationMail } from '#emails/order-confirmation.ts';
import { orderShippedMail, type SentBatch } from '#emails/order-shipped.ts';
import { orderUnpaidMail } from '#emails/order-unpaid.ts';
import { refundMail } from '#emails/refund.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { OrderEmails } from './load-order-emails.ts';
import { insertOrderLink, mailedOrderLink, type OrderLink } from './order-link.ts';

/** May contain a link to its order, which is stored in the database along with the email. */
export interface LinkingEmail extends RenderedEmail {
  link?: OrderLink;
}

/** The confirmation of a paid order. */
export function renderConfirmation(row: OrderRow, { site, origin, zones }: OrderEmails) {
  const link = mailedOrderLink(row.id, origin);
  const delivery = deliveryPromise(site, chosenDelivery(row, zones));
  const facts = { orderUrl: link.url, delivery };
  return { ...orderConfirmationMail(emailOrder(row), facts, site, origin), link };
}

/** The delivery that was paid for; everything the shop offers if the order doesn't say enough. */
function chosenDelivery(row: OrderRow, zones: readonly DeliveryZone[]): readonly DeliveryZone[] {
  const { ship_country, ship_region, ship_postal_code, delivery_rate_name } = row;
  const zone =
    ship_country === null
      ? null
      : findZone(zones, toDestination(ship_country, ship_region, ship_postal_code));
  if (!zone) return zones;
  const rates = zone.rates.filter(({ name }) => name === delivery_rate_name);
  return [{ ...zone, rates }];
}

/** The email about a shipped parcel. */
export async function renderShipped(
  tx: Tables,
  row: OrderRow,
  { carrier, trackingNumber }: { carrier: string; trackingNumber: string },
  { site, origin }: OrderEmails,
) {
  const link = mailedOrderLink(row.id, origin);
  const batches = await readSentBatches(tx, row.id);
  const parcel = { carrier, trackingNumber, orderUrl: link.url, batches };
  return { ...orderShippedMail(emailOrder(row), parcel, site, origin), link };
}

/**
 * Renders a customer's email as it would be written today, since its text was deleted; null if its
 * cause is unknown.
 */
export async function renderAgain(
  tx: Tables,
  row: OrderRow,
  dedupeKey: string,
  mails: OrderEmails,
): Promise<RenderedEmail | null> {
  const mail = await renderCustomerEmail(tx, row, dedupeKey, mails);
  if (mail?.link) await insertOrderLink(tx, mail.link).execute();
  return mail;
}

async function renderCustomerEmail(
  tx: Tables,
  row: OrderRow,
  dedupeKey: string,
  mails: OrderEmails,
): Promise<LinkingEmail | null> {
  const { site, origin } = mails;
  const [, , kind, cause = ''] = dedupeKey.split(':');
  const order = emailOrder(row);
  if (kind === 'paid') return renderConfirmation(row, mails);
  if (kind === 'unpaid') return orderUnpaidMail(order, site, origin);
  if (kind === 'cancelled') return orderCancelledMail(order, site, origin);
  if (kind === 'refund') {
    const refund = await tx
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(({ selectFrom }) => [
        'refunds.amount_cents as refunded',
        'refunds.currency',
        'payments.amount_cents as received',
        selectFrom('refunds as until')
          .select(({ fn }) => fn.sum<string>('until.amount_cents').as('sum'))
          .whereRef('until.payment_id', '=', 'refunds.payment_id')
          .whereRef('until.created_at', '<=', 'refunds.created_at')
          .where('until.state', 'in', ['pending', 'succeeded'])
          .as('returned'),
      ])
      .where('refunds.id', '=', cause)
      .where('refunds.order_id', '=', row.id)
      .executeTakeFirst();
    if (!refund) return null;
    const amountCents = Number(refund.refunded);
    const whole = Number(refund.returned) >= Number(refund.received);
    const parts = await describeRefundOf(tx, row, cause);
    return refundMail(
      order,
      { amountCents, currency: refund.currency, whole, parts },
      site,
      origin,
    );
  }
  if (kind !== 'shipped') return null;
  const shipment = await tx
    .selectFrom('shipments')
    .select(['carrier', 'tracking_number'])
    .where('id', '=', cause)
    .where('order_id', '=', row.id)
    .executeTakeFirst();
  if (!shipment) return null;
  const { carrier, tracking_number: trackingNumber } = shipment;
  return renderShipped(tx, row, { carrier, trackingNumber }, mails);
}

/** The batches in an order that have a passport. */
async function readSentBatches(tx: Tables, orderId: string): Promise<SentBatch[]> {
  const batches = await tx
    .selectFrom('order_line_batches')
    .innerJoin('batches', 'batches.id', 'order_line_batches.batch_id')
    .select(['batches.code', 'batches.status'])
    .distinct()
    .where('order_line_batches.order_id', '=', orderId)
    .where('batches.status', 'in', ['released', 'recalled'])
    .orderBy('batches.code')
    .execute();
  return batches.map(({ code, status }) => ({ code, recalled: status === 'recalled' }));
}

/** What a refund was for, in words; empty if only an amount was refunded. */
export async function describeRefundOf(
  tx: Tables,
  row: OrderRow,
  refundId: string,
): Promise<string> {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'currency', 'lines'])
    .where('order_id', '=', row.id)
    .where(({ or, eb }) => or([eb('state', '<>', 'failed'), eb('id', '=', refundId)]))
    .orderBy('created_at')
    .execute();
  const place = refunds.findIndex(({ id }) => id === refundId);
  const refund = refunds[place];
  const earlier = refunds.slice(0, Math.max(0, place)).map(({ lines }) => lines);
  return refund ? describeRefund(row, refund, earlier) : '';
}

export function emailOrder(row: OrderRow): EmailOrder {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    lines: readOrderLines(row.order_items),
    total: row.total_amount,
    amounts: readAmounts(row),
    createdAt: row.created_at,
  };
}
