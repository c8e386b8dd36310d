import type { Cents } from '#domain/money.ts';
import type { WholeOrder } from './read-order.ts';
import { refundedCents } from './timeline.ts';

export type Payment = WholeOrder['payments'][number];

type PaidOrder = Pick<WholeOrder, 'payments' | 'refunds'>;

export interface PaymentLeft {
  payment: Payment;
  /** The amount of the payment minus refunds, including pending ones. */
  cents: Cents;
}

/** An extra payment for an order that was already paid: refunding it does not change the order. */
export const isExtra = ({ standing }: Pick<Payment, 'standing'>): boolean => standing === 'surplus';

/** Every payment of an order with the amount that can still be refunded; extra ones first. */
export function paymentsLeft({ payments, refunds }: PaidOrder): PaymentLeft[] {
  return payments
    .map((payment) => {
      const ofPayment = refunds.filter(({ payment_id }) => payment_id === payment.id);
      return { payment, cents: payment.amount_cents - refundedCents({ refunds: ofPayment }) };
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
