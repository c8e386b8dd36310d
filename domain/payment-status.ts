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

/** Money for the order has arrived, and stays unless somebody gives it back. */
export const arrivedPayments: readonly PaymentStatus[] = [
  'paid',
  'review',
  'partially_refunded',
  'disputed',
];

/** Money has arrived and could be refunded. */
export const refundablePayments: readonly PaymentStatus[] = [
  'paid',
  'partially_refunded',
  'review',
];

/** Money has arrived and is not in doubt: the order may ship. `admin_overview` counts the same. */
export const shippablePayments: readonly PaymentStatus[] = ['paid', 'partially_refunded'];

/** What became of an order's money, as its payments, refunds and disputes tell. */
export interface MoneyOfOrder {
  /** False while the one payment is of another amount than the order asked for. */
  settled: boolean;
  takenCents: Cents;
  /** Sent back, or about to be. */
  refundedCents: Cents;
  /** The customer's bank holds it, or took it. */
  disputed: boolean;
}

/** The payment status of an order that money has arrived for. */
export function paymentStatusOf(money: MoneyOfOrder): PaymentStatus {
  if (money.disputed) return 'disputed';
  if (money.refundedCents >= money.takenCents && money.refundedCents > 0) return 'refunded';
  if (!money.settled) return 'review';
  return money.refundedCents > 0 ? 'partially_refunded' : 'paid';
}
