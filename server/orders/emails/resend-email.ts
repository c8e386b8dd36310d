import { sql } from 'kysely';
import { isPlaceholderEmail } from '#domain/order.ts';
import type { ResentEmailKind } from '#domain/resend-email.ts';
import type { RenderedEmail } from '#emails/layout.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import { limits } from '#server/limits.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import { loadOrderEmails } from './load-order-emails.ts';
import { paidEmailKeys, queuePaidEmails } from './queue-order-emails.ts';
import { renderAgain } from './render-order-emails.ts';

export type ResentEmail =
  | { kind: 'queued'; dedupeKey: string }
  | {
      kind: 'refused';
      code: 'order_not_found' | 'order_unpaid' | 'mail_not_found';
      message: string;
    };

/**
 * Sends the customer's last email of a kind again. If it hasn't gone out, it is tried at once (even
 * if it was given up); if it has, it is copied. Never more than one copy a minute.
 */
export async function resendEmail(
  context: OrderContext,
  { orderId, kind, actor }: { orderId: string; kind: ResentEmailKind; actor: string | null },
): Promise<ResentEmail> {
  const mails = await loadOrderEmails(context);
  return context.db.transaction().execute(async (tx): Promise<ResentEmail> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse('order_not_found', 'This order does not exist.');
    if (order.paid_at === null) return refuse('order_unpaid', 'This order is not paid.');
    if (!isEmailAddress(order.email) || isPlaceholderEmail(order.email)) {
      return refuse('mail_not_found', 'The customer’s email address is unknown.');
    }
    let last = await lastMail(tx, order, kind);
    if (!last && kind === 'confirmation') {
      await queuePaidEmails(tx, order, mails);
      last = await lastMail(tx, order, kind);
    }
    if (!last) return refuse('mail_not_found', 'This email does not apply to this order.');
    const age = context.now().getTime() - last.created_at.getTime();
    const isFresh = last.copies > 0 && age < limits.resentMails.seconds * 1000;
    if (last.status === 'sent' && isFresh) return { kind: 'queued', dedupeKey: last.dedupe_key };
    // Its text was deleted, or it was sent to another address, whose link to the order no longer
    // works.
    const stale = last.text === '' || last.recipient !== order.email;
    const rendered = stale ? await renderAgain(tx, order, last.dedupe_key, mails) : last;
    if (!rendered) return refuse('mail_not_found', 'This email is too old to be sent again.');
    if (last.status !== 'sent') {
      await setAuditActor(tx, actor);
      await tryNow(tx, last.id, order.email, rendered);
      return { kind: 'queued', dedupeKey: last.dedupe_key };
    }
    return { kind: 'queued', dedupeKey: await copy(tx, order, last, rendered) };
  });
}

interface LastMail {
  id: string;
  dedupe_key: string;
  recipient: string;
  status: string;
  created_at: Date;
  subject: string;
  html: string;
  /** Empty once it has been deleted. */
  text: string;
  /** The number of copies, including the last one. */
  copies: number;
}

const again = ':again:';

async function lastMail(
  tx: Tables,
  order: OrderRow,
  kind: ResentEmailKind,
): Promise<LastMail | undefined> {
  const start =
    kind === 'confirmation' ? paidEmailKeys(order.id).customer : `order:${order.id}:${kind}:`;
  const mails = await tx
    .selectFrom('private.email_outbox')
    .select(['id', 'dedupe_key', 'recipient', 'status', 'created_at', 'subject', 'html', 'text'])
    .where('order_id', '=', order.id)
    .where(sql<boolean>`starts_with(dedupe_key, ${start})`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const [last] = mails;
  if (!last) return undefined;
  const original = last.dedupe_key.split(again)[0];
  const copies = mails.filter((mail) => mail.dedupe_key.startsWith(`${original}${again}`)).length;
  return { ...last, copies };
}

async function tryNow(
  tx: Tables,
  id: string,
  recipient: string,
  { subject, html, text }: RenderedEmail,
): Promise<void> {
  await tx
    .updateTable('private.email_outbox')
    .set({
      status: 'queued',
      tries: 0,
      next_attempt_at: sql<Date>`now()`,
      dismissed_at: null,
      recipient,
      subject,
      html,
      text,
    })
    .where('id', '=', id)
    .where('status', '<>', 'sent')
    .where('leased_until', 'is', null)
    .execute();
}

async function copy(
  tx: Tables,
  order: OrderRow,
  last: LastMail,
  { subject, html, text }: RenderedEmail,
): Promise<string> {
  const dedupeKey = `${last.dedupe_key.split(again)[0]}${again}${last.copies + 1}`;
  const recipient = order.email;
  await tx
    .insertInto('private.email_outbox')
    .values({ dedupe_key: dedupeKey, order_id: order.id, recipient, subject, html, text })
    .execute();
  return dedupeKey;
}

function refuse(
  code: Extract<ResentEmail, { kind: 'refused' }>['code'],
  message: string,
): ResentEmail {
  return { kind: 'refused', code, message };
}
