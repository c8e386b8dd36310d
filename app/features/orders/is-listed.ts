import { isPlaceholderAddress } from '#domain/order.ts';

/**
 * A checkout that was left is no order to whoever left it: it has expired or failed, or nothing was
 * filled in at the provider so far.
 */
export function isListed(order: { payment_status: string; address: string }): boolean {
  if (order.payment_status === 'pending') return !isPlaceholderAddress(order.address);
  return order.payment_status !== 'expired' && order.payment_status !== 'failed';
}
