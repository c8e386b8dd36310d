import type { Cents } from '#domain/money.ts';
import type { DisputeRow } from './lost-disputes.ts';
import type { WholeOrder } from './read-order.ts';
import { refundedCents } from './timeline.ts';

export type Payment = WholeOrder['payments'][number];

type PaidOrder = Pick<WholeOrder, 'payments' | 'refunds'> & { disputes: readonly DisputeRow[] };

export interface PaymentLeft {
  payment: Payment;
  /**
   * The amount of the payment minus refunds, including pending ones; 0 once a dispute took any of
   * it, because the shop then refunds no more of it.
   */
  cents: Cents;
}

/** An extra payment for an order that was already paid: refunding it does not change the order. */
export const isExtra = ({ standing }: Pick<Payment, 'standing'>): boolean => standing === 'surplus';

/** Every payment of an order with the amount that can still be refunded; extra ones first. */
export function paymentsLeft({ payments, refunds, disputes }: PaidOrder): PaymentLeft[] {
  const isLost = ({ id }: Payment) =>
    disputes.some(({ payment_id, state }) => payment_id === id && state === 'lost');
  return payments
    .map((payment) => {
      const ofPayment = refunds.filter(({ payment_id }) => payment_id === payment.id);
      const left = payment.amount_cents - refundedCents({ refunds: ofPayment });
      return { payment, cents: isLost(payment) ? 0 : left };
    })
    .sort((one, other) => Number(isExtra(other.payment)) - Number(isExtra(one.payment)));
}

/** Whether any of the order's money can still be refunded. */
export function hasMoneyLeft(whole: PaidOrder): boolean {
  return paymentsLeft(whole).some(({ cents }) => cents > 0);
}

/** What is left of the order's own payment; null for an order without one. */
export function ownPaymentLeft(whole: PaidOrder): PaymentLeft | null {
  return paymentsLeft(whole).find(({ payment }) => !isExtra(payment)) ?? null;
}
