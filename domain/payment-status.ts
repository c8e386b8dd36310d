import type { Cents } from './money.ts';
import type { PaymentStatus } from './order.ts';

/**
 * Allowed transitions from each state. Once money has arrived, an order never goes back to pending,
 * expired or failed. The database enforces it too (`private.guard_payment_status`).
 */
export const nextPaymentStatuses: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid', 'review', 'expired', 'failed'],
  expired: ['paid', 'review'],
  failed: ['paid', 'review'],
  review: ['paid', 'refunded', 'disputed'],
  paid: ['partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['paid', 'refunded', 'disputed'],
  refunded: ['paid', 'partially_refunded', 'review', 'disputed'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'review'],
};

/** Money for the order has arrived and stays unless it is given back. */
export const arrivedPayments: readonly PaymentStatus[] = [
  'paid',
  'review',
  'partially_refunded',
  'disputed',
];

/** Money has arrived and can be refunded. */
export const refundablePayments: readonly PaymentStatus[] = [
  'paid',
  'partially_refunded',
  'review',
];

/** Money has arrived and is not in doubt: the order may ship. `admin_overview` counts the same statuses. */
export const shippablePayments: readonly PaymentStatus[] = ['paid', 'partially_refunded'];

/** What happened to an order's money, according to its payments, refunds and disputes. */
export interface MoneyOfOrder {
  /** False while the only payment differs in amount from what the order asked for. */
  settled: boolean;
  takenCents: Cents;
  /** Refunded, or about to be. */
  refundedCents: Cents;
  /** What lost disputes took. */
  lostCents: Cents;
  /** The customer's bank is holding some of it until a dispute is decided. */
  disputed: boolean;
}

/**
 * The payment status of an order whose money has arrived. A dispute that took only a part counts as a
 * refund of it: the rest is the shop's, and what it paid for can ship.
 */
export function paymentStatusOf(money: MoneyOfOrder): PaymentStatus {
  const { settled, takenCents, refundedCents, lostCents, disputed } = money;
  if (disputed || (lostCents > 0 && lostCents >= takenCents)) return 'disputed';
  const goneCents = refundedCents + lostCents;
  if (goneCents >= takenCents && goneCents > 0) return 'refunded';
  if (!settled) return 'review';
  return goneCents > 0 ? 'partially_refunded' : 'paid';
}
