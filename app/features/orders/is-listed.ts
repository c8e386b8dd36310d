import { isPlaceholderAddress } from '#domain/order.ts';

/**
 * An abandoned checkout is not listed as an order: it has expired or failed, or nothing was entered
 * at the provider.
 */
export function isListed(order: { payment_status: string; address: string }): boolean {
  if (order.payment_status === 'pending') return !isPlaceholderAddress(order.address);
  return order.payment_status !== 'expired' && order.payment_status !== 'failed';
}
