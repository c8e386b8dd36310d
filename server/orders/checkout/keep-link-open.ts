import type { Tables } from '#server/orders/tables.ts';
import { Undone } from './create-by-key.ts';

/**
 * Undoes an order whose link is over by now. Held until the order is there, so that whoever cancels the
 * link sees it; after the stock, in the order in which a payment takes its locks.
 */
export async function keepLinkOpen(tx: Tables, linkId: string, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('payment_links')
    .select('id')
    .where('id', '=', linkId)
    .where('order_id', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst();
  if (!open) throw new Undone(linkOver);
}

export const linkOver = {
  kind: 'refused',
  code: 'link_over',
  message: 'This link is no longer valid.',
} as const;
