import { CompiledQuery } from 'kysely';
import { isPlaceholderEmail, readOrderLines } from '#domain/order.ts';
import type { SiteFacts } from '#domain/site.ts';
import type { EmailOrder } from '#emails/email-order.ts';
import { newOrderMail } from '#emails/new-order.ts';
import { type OrderAlertKind, orderAlertMail } from '#emails/order-alert.ts';
import { orderConfirmationMail } from '#emails/order-confirmation.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import { type Email, emailStatement } from '#server/email/queue-email.ts';
import type { OrderRow, Tables } from './tables.ts';

/** What mails about orders need besides the order; gathered before the transaction begins. */
export interface OrderMails {
  site: SiteFacts;
  teamEmail: string;
  origin: string;
}

export const paidMailKeys = (orderId: string) => ({
  customer: `order:${orderId}:paid:customer`,
  team: `order:${orderId}:paid:team`,
});

/** One mail to the customer and one to the team, however often this is called. */
export async function queuePaidMails(tx: Tables, row: OrderRow, mails: OrderMails): Promise<void> {
  const order = emailOrder(row);
  const keys = paidMailKeys(row.id);
  if (isEmailAddress(row.email) && !isPlaceholderEmail(row.email)) {
    await queue(tx, {
      dedupeKey: keys.customer,
      orderId: row.id,
      recipient: row.email,
      ...orderConfirmationMail(order, mails.site, mails.origin),
    });
  }
  await queue(tx, {
    dedupeKey: keys.team,
    orderId: row.id,
    recipient: mails.teamEmail,
    ...newOrderMail(order, mails.site, mails.origin),
  });
}

/** Tells the team that an order needs a human; once per order and kind. */
export async function queueAlert(
  tx: Tables,
  row: OrderRow,
  kind: OrderAlertKind,
  reason: string,
  mails: OrderMails,
): Promise<void> {
  await queue(tx, {
    dedupeKey: `order:${row.id}:alert:${kind}`,
    orderId: row.id,
    recipient: mails.teamEmail,
    ...orderAlertMail(emailOrder(row), kind, reason, mails.site, mails.origin),
  });
}

async function queue(tx: Tables, email: Email): Promise<void> {
  const { text, values = [] } = emailStatement(email);
  await tx.executeQuery(CompiledQuery.raw(text, [...values]));
}

function emailOrder(row: OrderRow): EmailOrder {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    lines: readOrderLines(row.order_items),
    total: row.total_amount,
    createdAt: row.created_at,
  };
}
