import type { OrderContext } from '#server/orders/order-context.ts';
import { loadOrderEmails, paidEmailKeys, queuePaidEmails } from './queue-order-emails.ts';

export type EnsuredEmails =
  | { kind: 'not_found' }
  | { kind: 'unpaid' }
  | { kind: 'queued'; dedupeKeys: string[]; allSent: boolean };

/** The mails of a paid order are in the outbox, once, whether or not settling put them there. */
export async function ensurePaidEmails(
  context: OrderContext,
  orderId: string,
): Promise<EnsuredEmails> {
  const order = await context.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) return { kind: 'not_found' };
  if (order.paid_at === null) return { kind: 'unpaid' };

  const dedupeKeys = Object.values(paidEmailKeys(orderId));
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
