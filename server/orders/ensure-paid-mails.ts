import type { OrderContext } from './order-context.ts';
import { gatherOrderMails, paidMailKeys, queuePaidMails } from './queue-order-mails.ts';

export type EnsuredMails =
  | { kind: 'not_found' }
  | { kind: 'unpaid' }
  | { kind: 'queued'; dedupeKeys: string[]; allSent: boolean };

/** The mails of a paid order are in the outbox, once, whether or not settling put them there. */
export async function ensurePaidMails(
  context: OrderContext,
  orderId: string,
): Promise<EnsuredMails> {
  const order = await context.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) return { kind: 'not_found' };
  if (order.paid_at === null) return { kind: 'unpaid' };

  const dedupeKeys = Object.values(paidMailKeys(orderId));
  const read = () =>
    context.db
      .selectFrom('private.email_outbox')
      .select(['dedupe_key', 'status'])
      .where('dedupe_key', 'in', dedupeKeys)
      .execute();
  let mails = await read();
  if (mails.length < dedupeKeys.length) {
    await queuePaidMails(context.db, order, await gatherOrderMails(context));
    mails = await read();
  }
  return {
    kind: 'queued',
    dedupeKeys: mails.map((mail) => mail.dedupe_key),
    allSent: mails.length > 0 && mails.every((mail) => mail.status === 'sent'),
  };
}
