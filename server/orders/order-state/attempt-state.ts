import { arrivedPayments } from '#domain/payment-status.ts';
import type { ShopperOrder } from './shopper-orders.ts';
import { isUnpaid } from './unpaid-status.ts';

/** Its money has arrived: paid, in review, or disputed since. */
export function hasArrived({ paymentStatus }: Pick<ShopperOrder, 'paymentStatus'>): boolean {
  return arrivedPayments.includes(paymentStatus);
}

/** The longest a capture takes, including its retry. */
const captureTimeMs = 60_000;

/** The customer has sent money, but the bank or the payment service hasn't confirmed it yet. */
export function isUnderWay({
  moneyUnderWayAt,
  paymentStatus,
}: Pick<ShopperOrder, 'moneyUnderWayAt' | 'paymentStatus'>): boolean {
  return isUnpaid(paymentStatus) && moneyUnderWayAt !== null;
}

/**
 * It can still become paid without a new page: through its own page, money in transit, or a capture
 * with unknown outcome.
 */
export function mayBringMoney(order: ShopperOrder): boolean {
  const { paymentStatus, captureClaimedAt } = order;
  return (
    paymentStatus === 'pending' ||
    isUnderWay(order) ||
    (isUnpaid(paymentStatus) && captureClaimedAt !== null)
  );
}

type Claimed = Pick<ShopperOrder, 'captureClaimedAt' | 'paymentStatus'>;

/** The customer approved it in the wallet, and the capture is still running. */
export function isBeingCaptured({ captureClaimedAt, paymentStatus }: Claimed, now: Date): boolean {
  const claimed = captureClaimedAt?.getTime() ?? 0;
  return isUnpaid(paymentStatus) && claimed > now.getTime() - captureTimeMs;
}

/**
 * A capture was started but its result never recorded: only the provider knows whether it took the
 * money.
 */
export function isCaptureUnclear<T extends Claimed>(
  order: T,
  now: Date,
): order is T & { captureClaimedAt: Date } {
  const { captureClaimedAt, paymentStatus } = order;
  return isUnpaid(paymentStatus) && captureClaimedAt !== null && !isBeingCaptured(order, now);
}
