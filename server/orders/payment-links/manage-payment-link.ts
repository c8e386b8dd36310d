import { stateOfLink } from '#domain/manual-order.ts';
import { closeCancelledPages } from '#server/orders/checkout/close-cancelled-pages.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { unpaidStatuses } from '#server/orders/order-state/unpaid-status.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import { createLinkUrl, queueLinkEmail } from './link-url.ts';

export type ManagedLink =
  | { kind: 'done'; url?: string }
  | { kind: 'refused'; code: 'link_not_found' | 'link_over' | 'mail_not_found'; message: string };

/** A URL to copy. Earlier ones stay valid. */
export function copyPaymentLink(
  context: OrderContext,
  linkId: string,
  origin: string,
): Promise<ManagedLink> {
  return withOpenLink(context, linkId, async (tx) => ({
    kind: 'done',
    url: await createLinkUrl(tx, linkId, origin),
  }));
}

/** Emails the link to the customer again; at most once a minute. */
export async function sendPaymentLink(
  context: OrderContext,
  linkId: string,
  origin: string,
): Promise<ManagedLink> {
  const mails = await loadOrderEmails(context);
  const minute = Math.floor(context.now().getTime() / 60_000);
  return withOpenLink(context, linkId, async (tx, link) =>
    (await queueLinkEmail(tx, link, String(minute), mails, origin))
      ? { kind: 'done' }
      : refuse('mail_not_found', 'No email address is known for this link.'),
  );
}

/**
 * Ends a link: no new payment can be started, started ones are canceled and their pages closed. A
 * payment that arrives anyway goes to review, as for any canceled order.
 */
export async function cancelPaymentLink(
  context: OrderContext,
  linkId: string,
  cancelledBy: string | null,
): Promise<ManagedLink> {
  const ended = await context.db.transaction().execute(async (tx): Promise<ManagedLink> => {
    await setAuditActor(tx, cancelledBy);
    // Before the link, since payments lock in that sequence; a checkout that has just started locks
    // the link until its order exists.
    await cancelOrders(tx, linkId);
    const link = await tx
      .selectFrom('payment_links')
      .selectAll()
      .where('id', '=', linkId)
      .forUpdate()
      .executeTakeFirst();
    if (!link) return refuse('link_not_found', 'This payment link does not exist.');
    if (link.order_id !== null) return refuse('link_over', 'This was paid in the meantime.');
    await tx
      .updateTable('payment_links')
      .set({ cancelled_at: link.cancelled_at ?? context.now() })
      .where('id', '=', linkId)
      .execute();
    await cancelOrders(tx, linkId);
    return { kind: 'done' };
  });
  if (ended.kind === 'done') {
    context.log.info({ linkId, cancelledBy }, 'A payment link was canceled.');
    await closeCancelledPages(context);
  }
  return ended;
}

async function cancelOrders(tx: Tables, linkId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'cancelled' })
    // Includes those that have ended: a wallet page may still accept an approval for them.
    .where('payment_status', 'in', unpaidStatuses)
    .where('status', '<>', 'cancelled')
    .where('id', 'in', (query) =>
      query
        .selectFrom('private.checkout_attempts')
        .select('order_id')
        .where('payment_link', '=', linkId),
    )
    .execute();
}

async function withOpenLink(
  { db, now }: OrderContext,
  linkId: string,
  use: (tx: Tables, link: Awaited<ReturnType<typeof readLink>> & object) => Promise<ManagedLink>,
): Promise<ManagedLink> {
  return db.transaction().execute(async (tx) => {
    const link = await readLink(tx, linkId);
    if (!link) return refuse('link_not_found', 'This payment link does not exist.');
    const state = stateOfLink(link, now());
    if (state !== 'open') return refuse('link_over', `This payment link is ${state}.`);
    return use(tx, link);
  });
}

function readLink(tx: Tables, linkId: string) {
  return tx.selectFrom('payment_links').selectAll().where('id', '=', linkId).executeTakeFirst();
}

function refuse(
  code: Extract<ManagedLink, { kind: 'refused' }>['code'],
  message: string,
): ManagedLink {
  return { kind: 'refused', code, message };
}
