import { expect, it } from 'vitest';
import type { RowOf } from '../data/use-admin-calls.ts';
import { toCsvRow } from './export-orders.ts';

it('an order is one line, its amounts decimal numbers', () => {
  const order = {
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
  expect(toCsvRow(order)).toMatchObject({
    id: 'abc',
    items: '2 x Pure Resin 30g; 1 x Gift',
    total: '79.80',
    paid: '',
    stripe_session_id: 'cs_1',
    paypal_order_id: '',
  });
});
