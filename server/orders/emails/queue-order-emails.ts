import type { Cents } from '#domain/money.ts';
import { isPlaceholderEmail } from '#domain/order.ts';
import { newOrderMail } from '#emails/new-order.ts';
import { type OrderAlertKind, orderAlertMail } from '#emails/order-alert.ts';
import { orderCancelledMail } from '#emails/order-cancelled.ts';
import { orderUnpaidMail } from '#emails/order-unpaid.ts';
import { refundMail } from '#emails/refund.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import type { Email } from '#server/email/queue-email.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { OrderEmails } from './load-order-emails.ts';
import { insertOrderLink } from './order-link.ts';
import {
  describeRefundOf,
  emailOrder,
  type LinkingEmail,
  renderConfirmation,
  renderShipped,
} from './render-order-emails.ts';

type QueuedEmail = Email & LinkingEmail;

export const paidEmailKeys = (orderId: string) => ({
  customer: `order:${orderId}:paid:customer`,
  team: `order:${orderId}:paid:team`,
});

/**
 * One email to the customer and one to the team, however often this is called. `received` is set if
 * an amount other than the total was accepted.
 */
export async function queuePaidEmails(
  tx: Tables,
  row: OrderRow,
  mails: OrderEmails,
  received?: Cents,
): Promise<void> {
  const order = emailOrder(row);
  const keys = paidEmailKeys(row.id);
  await queue(tx, [
    ...forCustomer(row, keys.customer, renderConfirmation(row, mails)),
    {
      dedupeKey: keys.team,
      orderId: row.id,
      recipient: mails.teamEmail,
      ...newOrderMail(order, mails.site, mails.origin, received),
    },
  ]);
}

/** One email to the customer per refund. */
export async function queueRefundEmail(
  tx: Tables,
  row: OrderRow,
  refund: { id: string; amountCents: Cents; currency: string; whole: boolean },
  mails: OrderEmails,
): Promise<void> {
  const parts = await describeRefundOf(tx, row, refund.id);
  const mail = refundMail(emailOrder(row), { ...refund, parts }, mails.site, mails.origin);
  await queue(tx, forCustomer(row, `order:${row.id}:refund:${refund.id}`, mail));
}

/** One email to the customer per parcel. */
export async function queueShippedEmail(
  tx: Tables,
  row: OrderRow,
  shipment: { id: string; carrier: string; trackingNumber: string },
  mails: OrderEmails,
): Promise<void> {
  const mail = await renderShipped(tx, row, shipment, mails);
  await queue(tx, forCustomer(row, `order:${row.id}:shipped:${shipment.id}`, mail));
}

/** One email to the customer that the order was canceled. */
export async function queueCancelledEmail(
  tx: Tables,
  row: OrderRow,
  { site, origin }: OrderEmails,
): Promise<void> {
  const mail = orderCancelledMail(emailOrder(row), site, origin);
  await queue(tx, forCustomer(row, `order:${row.id}:cancelled`, mail));
}

/** One email to the customer that the bank did not pay. */
export async function queueUnpaidEmail(
  tx: Tables,
  row: OrderRow,
  { site, origin }: OrderEmails,
): Promise<void> {
  const mail = orderUnpaidMail(emailOrder(row), site, origin);
  await queue(tx, forCustomer(row, `order:${row.id}:unpaid`, mail));
}

/** Until the provider has collected the email address, there is nobody to write to. */
function forCustomer(row: OrderRow, dedupeKey: string, mail: LinkingEmail): QueuedEmail[] {
  if (!isEmailAddress(row.email) || isPlaceholderEmail(row.email)) return [];
  return [{ dedupeKey, orderId: row.id, recipient: row.email, ...mail }];
}

/** Alerts the team that an order needs a human; once per order, kind and cause. */
export async function queueAlert(
  tx: Tables,
  row: OrderRow,
  kind: OrderAlertKind,
  reason: string,
  mails: OrderEmails,
  cause?: string,
): Promise<void> {
  const mail: Email = {
    dedupeKey: [`order:${row.id}:alert:${kind}`, cause].filter(Boolean).join(':'),
    orderId: row.id,
    recipient: mails.teamEmail,
    ...orderAlertMail(emailOrder(row), kind, reason, mails.site, mails.origin),
  };
  await queue(tx, [mail]);
}

async function queue(tx: Tables, emails: readonly QueuedEmail[]): Promise<void> {
  if (emails.length === 0) return;
  const [link] = emails.flatMap((email) => email.link ?? []);
  const withLink = link ? tx.with('link', (cte) => insertOrderLink(cte, link)) : tx;
  await withLink
    .insertInto('private.email_outbox')
    .values(
      emails.map(({ dedupeKey, orderId, recipient, subject, html, text }) => ({
        dedupe_key: dedupeKey,
        order_id: orderId,
        recipient,
        subject,
        html,
        text,
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}
