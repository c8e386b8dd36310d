import type { PaymentStatus } from '#domain/order.ts';

/**
 * Statuses that a payment may still change. An expired or failed order whose money arrives after
 * all becomes paid, with an alert; all other statuses are final here.
 */
export const unpaidStatuses = ['pending', 'expired', 'failed'] as const satisfies PaymentStatus[];

export function isUnpaid(status: PaymentStatus): boolean {
  return (unpaidStatuses as readonly PaymentStatus[]).includes(status);
}
