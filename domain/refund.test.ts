import { expect, it } from 'vitest';
import { refundOrderRequest } from './refund.ts';

const orderId = '4f1c2d3e-0000-4000-8000-000000000000';

it.each([
  [undefined, undefined],
  [12.5, 1250],
  ['0.01', 1],
  ['49.90', 4990],
])('reads the amount %j as %j cents', (amount, cents) => {
  expect(refundOrderRequest.parse({ orderId, amount }).amount).toBe(cents);
});

it.each([0, -1, '0.00', 0.001, '1e3', Number.NaN, Number.POSITIVE_INFINITY, '', '12,50', null, {}])(
  'refuses the amount %j',
  (amount) => {
    expect(refundOrderRequest.safeParse({ orderId, amount }).success).toBe(false);
  },
);
