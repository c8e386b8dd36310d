import type { PaymentStatus } from '#domain/order.ts';

/**
 * States that a payment may still change. An expired or failed order whose money did arrive
 * becomes paid, with an alert; everything else is final here.
 */
export const settleableStatuses = [
  'pending',
  'expired',
  'failed',
] as const satisfies PaymentStatus[];

export function isSettleable(status: PaymentStatus): boolean {
  return (settleableStatuses as readonly PaymentStatus[]).includes(status);
}
