import { expect, it } from 'vitest';
import { describeAmounts, describeIncludedTax, readAmounts } from './order-amounts.ts';

const order = {
  subtotal_amount: 39.9,
  discount_amount: 0,
  delivery_amount: 0,
  tax_amount: 0,
  tax_included_amount: 0,
  discount_code: null,
  delivery_rate_name: null,
};
const rows = (change: Partial<Parameters<typeof readAmounts>[0]>) => {
  const amounts = readAmounts({ ...order, ...change });
  return amounts && describeAmounts(amounts).map(({ term, value }) => `${term} ${value}`);
};

it('has nothing to tell of an order that costs what its lines do', () => {
  expect(rows({})).toBeNull();
});

it('tells every part that is not zero, from the subtotal on', () => {
  expect(
    rows({
      discount_amount: '3.99',
      discount_code: 'TEN',
      delivery_amount: 4.9,
      delivery_rate_name: 'Standard',
      tax_amount: 2.87,
    }),
  ).toEqual(['Subtotal $39.90', 'Discount (TEN) −$3.99', 'Shipping (Standard) $4.90', 'Tax $2.87']);
  expect(rows({ delivery_rate_name: 'Standard' })).toEqual([
    'Subtotal $39.90',
    'Shipping (Standard) Free',
  ]);
});

it('adds no tax that the prices hold', () => {
  const held = { ...order, tax_amount: 6.37, tax_included_amount: 6.37 };
  expect(rows(held)).toEqual(['Subtotal $39.90']);
  const amounts = readAmounts(held);
  expect(amounts && describeIncludedTax(amounts)).toBe('including $6.37 tax');
});
