import type { Tables } from '#server/orders/tables.ts';
import { unpaidStatuses } from './unpaid-status.ts';

/**
 * Ends an unpaid attempt. Only a pending order can end: late news from the provider never undoes a
 * payment. Nor does one end while money may be under way for it: what decides that is the provider's
 * word (`noteNoMoney`), not ours. True when this call ended it.
 */
export async function endOrder(
  tx: Tables,
  orderId: string,
  outcome: 'expired' | 'failed',
  /** What is approved there later is not captured, even if it had ended before. */
  { forGood = false } = {},
): Promise<boolean> {
  // The order before its attempt, as recording a payment locks them.
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

/** The space keeps our own keys apart from what a request can send: its header admits none. */
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
