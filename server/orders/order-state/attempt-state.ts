import { arrivedPayments } from '#domain/payment-status.ts';
import type { ShopperOrder } from './shopper-orders.ts';
import { isUnpaid } from './unpaid-status.ts';

/** Money has come for it: paid, or waiting for somebody's review, or disputed since. */
export function hasArrived({ paymentStatus }: Pick<ShopperOrder, 'paymentStatus'>): boolean {
  return arrivedPayments.includes(paymentStatus);
}

/** The longest a capture takes, including its retry. */
const captureTimeMs = 60_000;

/** The customer approved it in the wallet, and the capture is still running. */
export function isBeingCaptured(
  { captureClaimedAt, paymentStatus }: ShopperOrder,
  now: Date,
): boolean {
  const claimed = captureClaimedAt?.getTime() ?? 0;
  return isUnpaid(paymentStatus) && claimed > now.getTime() - captureTimeMs;
}
