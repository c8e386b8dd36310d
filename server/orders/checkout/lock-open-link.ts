import type { Tables } from '#server/orders/tables.ts';
import { OrderRolledBack } from './create-by-key.ts';

/**
 * Undoes the order if its link is no longer valid. The lock on the link is held until the order
 * exists, so that a cancellation of the link sees it. Called after taking stock, since payments
 * lock in that sequence.
 */
export async function lockOpenLink(tx: Tables, linkId: string, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('payment_links')
    .select('id')
    .where('id', '=', linkId)
    .where('order_id', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst();
  if (!open) throw new OrderRolledBack(linkOver);
}

export const linkOver = {
  kind: 'refused',
  code: 'link_over',
  message: 'This link is no longer valid.',
} as const;
