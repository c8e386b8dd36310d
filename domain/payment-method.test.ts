import { expect, it } from 'vitest';
import { paymentMethodOf } from './payment-method.ts';

const methods = [
  { id: 'stripe', referenceColumn: 'stripe_session_id' },
  { id: 'paypal', referenceColumn: 'paypal_order_id' },
] as const;

it('tells the payment method from the ids', () => {
  const idOf = (order: Parameters<typeof paymentMethodOf>[0]) =>
    paymentMethodOf(order, methods)?.id ?? 'unknown';
  expect(idOf({ stripe_session_id: 'cs_1' })).toBe('stripe');
  expect(idOf({ paypal_order_id: '5O1', stripe_session_id: null })).toBe('paypal');
  expect(idOf({ stripe_session_id: 'cs_1', paypal_order_id: '5O1' })).toBe('stripe');
  expect(idOf({})).toBe('unknown');
});
