import {
  isPlaceholderAddress,
  isPlaceholderEmail,
  isPlaceholderName,
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
} from '#domain/order.ts';
import { refundablePayments, shippablePayments } from '#domain/payment-status.ts';

/** 'partially_refunded' → 'Partially refunded' */
export function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const statusOptions = orderStatuses.map((value) => ({ value, label: statusLabel(value) }));
export const paymentOptions = paymentStatuses.map((value) => ({
  value,
  label: statusLabel(value),
}));

/** Attempts without a payment are hidden unless requested. */
export const shownPayments: readonly PaymentStatus[] = paymentStatuses.filter(
  (status) => status !== 'expired' && status !== 'failed',
);

export const isRefundable = (paymentStatus: string): boolean =>
  refundablePayments.includes(paymentStatus as PaymentStatus);

export const isShippable = (order: { status: string; payment_status: string }): boolean =>
  shippablePayments.includes(order.payment_status as PaymentStatus) && order.status !== 'cancelled';

/** The same rule by which the dashboard counts orders to ship. */
export const isToShip = (order: { status: string; payment_status: string }): boolean =>
  isShippable(order) && (order.status === 'pending' || order.status === 'processing');

type Tone = 'positive' | 'waiting' | 'negative' | 'neutral';

export const paymentTones: Record<string, Tone> = {
  paid: 'positive',
  pending: 'waiting',
  review: 'negative',
  disputed: 'negative',
  failed: 'negative',
};

/** Null until the provider has collected it. */
export const knownName = (name: string) => (isPlaceholderName(name) ? null : name);
export const knownEmail = (email: string) => (isPlaceholderEmail(email) ? null : email);
export const knownAddress = (address: string) => (isPlaceholderAddress(address) ? null : address);

export function isOrderStatus(value: string): value is OrderStatus {
  return (orderStatuses as readonly string[]).includes(value);
}
