import { expect, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';

it.each([
  'empty_cart',
  'unknown_product',
  'weight_mismatch',
  'sold_out',
  'out_of_stock',
  'invalid_quantity',
  'too_many_lines',
  'provider_unavailable',
  'provider_refused',
  'rate_limited',
  'too_many_unpaid',
  'signed_out',
  'invalid_token',
  'unreachable',
  'something_new',
])('says of %s what to do, and that nothing is lost', (code) => {
  const text = explainFailure({ code });
  expect(text).toMatch(/You were not charged, and your cart is saved\.$/);
  expect(text).toMatch(/[Pp]lease/);
  expect(text).not.toContain(code);
});

it('names the product that is short', () => {
  const message = 'Only 2 of Pure Resin are left.';
  expect(explainFailure({ code: 'out_of_stock', message })).toBe(
    `${message} Please check the quantities, then try again. You were not charged, and your cart is saved.`,
  );
});

it('says how many products an order can include', () => {
  const message = 'An order can include at most 50 different products. Please remove some.';
  expect(explainFailure({ code: 'too_many_lines', message })).toContain(message);
});

it('says how long to wait for unpaid orders to end', () => {
  const message = 'Too many unpaid orders were started. Please wait 10 minutes.';
  expect(explainFailure({ code: 'too_many_unpaid', message })).toContain(message);
});

it('tells in the shop’s words what is wrong with the amount', () => {
  const message = 'The code TEN has been used up.';
  expect(explainFailure({ code: 'code_used_up', message })).toBe(
    `${message} You were not charged. Please check the order, then press Pay again.`,
  );
});
