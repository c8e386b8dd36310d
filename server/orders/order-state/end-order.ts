import type { Tables } from '#server/orders/tables.ts';

/**
 * Ends an unpaid attempt. Only a pending order can end: late news from the provider never undoes a
 * payment. True when this call ended it.
 */
export async function endOrder(
  tx: Tables,
  orderId: string,
  outcome: 'expired' | 'failed',
): Promise<boolean> {
  const ended = await tx
    .updateTable('orders')
    .set({ payment_status: outcome })
    .where('id', '=', orderId)
    .where('payment_status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  await releaseAttempt(tx, orderId);
  return true;
}

/**
 * Lets the browser use its key for a new order. The space keeps our own keys apart from what a
 * request can send: its header admits none.
 */
export async function releaseAttempt(tx: Tables, orderId: string): Promise<void> {
  await tx
    .updateTable('private.checkout_attempts')
    .set({ attempt_key: `ended ${orderId}` })
    .where('order_id', '=', orderId)
    .execute();
}
