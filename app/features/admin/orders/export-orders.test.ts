import { expect, it } from 'vitest';
import { paymentMethods } from '#tests/fixtures/payment-methods.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { toCsvRow } from './export-orders.ts';

/** An order that costs what its lines cost. */
const plain = {
  subtotal_amount: 79.8,
  discount_amount: 0,
  discount_code: null,
  delivery_amount: 0,
  tax_amount: 0,
  tax_included_amount: 0,
};

it('an order is one line, its amounts decimal numbers', () => {
  const order = {
    ...plain,
    id: 'abc',
    name: 'Maya',
    total_amount: 79.8,
    currency: 'USD',
    paid_at: null,
    stripe_session_id: 'cs_1',
    paypal_order_id: null,
    order_items: [
      { name: 'Pure Resin', weight: '30g', price: 39.9, quantity: 2 },
      { name: 'Gift', price: 0 },
    ],
  } as unknown as RowOf<'orders'>;
  expect(toCsvRow(order, undefined, paymentMethods)).toMatchObject({
    id: 'abc',
    items: '2 x Pure Resin 30g; 1 x Gift',
    total: '79.80',
    received: '',
    refunded: '0.00',
    net: '',
    paid: '',
    stripe_session_id: 'cs_1',
    paypal_order_id: '',
  });
});

it('a refunded order says what went back and what is left', () => {
  const order = {
    ...plain,
    total_amount: 79.8,
    paid_at: '2026-11-02T12:00:00Z',
    order_items: [],
  } as unknown as RowOf<'orders'>;
  const row = (refunded: number) => toCsvRow(order, { received: 7980, refunded }, paymentMethods);
  expect(row(990)).toMatchObject({ total: '79.80', refunded: '9.90', net: '69.90' });
  expect(row(7980)).toMatchObject({ refunded: '79.80', net: '0.00' });
});

it('computes net from the amount received if it differs from the total', () => {
  const order = {
    ...plain,
    total_amount: 79.8,
    paid_at: '2026-11-02T12:00:00Z',
    order_items: [],
  } as unknown as RowOf<'orders'>;
  expect(toCsvRow(order, { received: 400, refunded: 400 }, paymentMethods)).toMatchObject({
    total: '79.80',
    received: '4.00',
    net: '0.00',
  });
});

it('says what the total is made of', () => {
  const order = {
    ...plain,
    total_amount: 81.32,
    order_items: [],
    discount_amount: 7.98,
    discount_code: 'WELCOME10',
    delivery_amount: 4.9,
    tax_amount: 9.5,
    tax_included_amount: 4.9,
  } as unknown as RowOf<'orders'>;
  expect(toCsvRow(order, undefined, paymentMethods)).toMatchObject({
    subtotal: '79.80',
    discount: '7.98',
    discount_code: 'WELCOME10',
    delivery: '4.90',
    tax: '9.50',
    tax_included: '4.90',
    total: '81.32',
  });
});
