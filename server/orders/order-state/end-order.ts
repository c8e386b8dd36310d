import type { Tables } from '#server/orders/tables.ts';
import { unpaidStatuses } from './unpaid-status.ts';

/**
 * Ends an unpaid attempt. Only a pending order can end: late news from the provider never undoes a
 * payment. It doesn't end while money may be in transit either, since that is for the provider to
 * decide (`recordNoPaymentExpected`), not us. True if this call ended it.
 */
export async function endOrder(
  tx: Tables,
  orderId: string,
  outcome: 'expired' | 'failed',
  /** A later approval won't be captured, even if the order had already ended. */
  { forGood = false } = {},
): Promise<boolean> {
  // Locks the order before its attempt, as recording a payment does.
  const order = await tx
    .selectFrom('orders')
    .select('payment_status')
    .where('id', '=', orderId)
    .where('payment_status', 'in', forGood ? unpaidStatuses : ['pending'])
    .forUpdate()
    .executeTakeFirst();
  if (!order) return false;
  const released = await tx
    .updateTable('private.checkout_attempts')
    .set({ attempt_key: endedKey(orderId), ...(forGood && { superseded_at: new Date() }) })
    .where('order_id', '=', orderId)
    .where('money_under_way_at', 'is', null)
    .where('capture_claimed_at', 'is', null)
    .returning('order_id')
    .executeTakeFirst();
  if (order.payment_status !== 'pending') return false;
  if (!released && (await hasAttempt(tx, orderId))) return false;
  await tx
    .updateTable('orders')
    .set({ payment_status: outcome })
    .where('id', '=', orderId)
    .execute();
  return true;
}

/** Lets the browser use its key for a new order. */
export async function releaseAttempt(tx: Tables, orderId: string): Promise<void> {
  await tx
    .updateTable('private.checkout_attempts')
    .set({ attempt_key: endedKey(orderId) })
    .where('order_id', '=', orderId)
    .execute();
}

/** The space separates our own keys from those a request can send: its header allows no spaces. */
function endedKey(orderId: string): string {
  return `ended ${orderId}`;
}

async function hasAttempt(tx: Tables, orderId: string): Promise<boolean> {
  const attempt = await tx
    .selectFrom('private.checkout_attempts')
    .select('order_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return attempt !== undefined;
}
