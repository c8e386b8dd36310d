import { orderColumns } from '#server/orders/order-columns.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { loadOrderEmails } from './load-order-emails.ts';
import { paidEmailKeys, queuePaidEmails } from './queue-order-emails.ts';

export type EnsuredEmails =
  | { kind: 'not_found' }
  | { kind: 'unpaid' }
  | { kind: 'queued'; dedupeKeys: string[]; allSent: boolean };

/** Emails are given up after a day, and their rows are kept for two years. */
const longestWaitMs = 365 * 24 * 60 * 60_000;

/** Ensures that a paid order's emails are in the outbox, exactly once. */
export async function ensurePaidEmails(
  context: OrderContext,
  orderId: string,
): Promise<EnsuredEmails> {
  const order = await context.db
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) return { kind: 'not_found' };
  if (order.paid_at === null) return { kind: 'unpaid' };

  const dedupeKeys = Object.values(paidEmailKeys(orderId));
  // The rows may have been deleted (server/jobs/retention.ts), and the emails were sent long ago.
  const age = context.now().getTime() - order.paid_at.getTime();
  if (age > longestWaitMs) return { kind: 'queued', dedupeKeys, allSent: true };
  const read = () =>
    context.db
      .selectFrom('private.email_outbox')
      .select(['dedupe_key', 'status'])
      .where('dedupe_key', 'in', dedupeKeys)
      .execute();
  let mails = await read();
  if (mails.length < dedupeKeys.length) {
    await queuePaidEmails(context.db, order, await loadOrderEmails(context));
    mails = await read();
  }
  return {
    kind: 'queued',
    dedupeKeys: mails.map((mail) => mail.dedupe_key),
    allSent: mails.length > 0 && mails.every((mail) => mail.status === 'sent'),
  };
}
