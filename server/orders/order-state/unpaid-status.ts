import type { PaymentStatus } from '#domain/order.ts';

/**
 * Statuses that a payment may still change. An expired or failed order whose money did arrive
 * becomes paid, with an alert; everything else is final here.
 */
export const unpaidStatuses = ['pending', 'expired', 'failed'] as const satisfies PaymentStatus[];

export function isUnpaid(status: PaymentStatus): boolean {
  return (unpaidStatuses as readonly PaymentStatus[]).includes(status);
}
