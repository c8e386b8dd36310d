import { expect, it } from 'vitest';
import { card, paymentMethods, wallet } from '#tests/fixtures/payment-methods.ts';
import { describeMethods } from './payment-methods.ts';
import { paymentProviders, serviceOf } from './registry.ts';

it('tells pages of every way of paying, card first, in the words and calls that are fixed', () => {
  expect(describeMethods(paymentProviders)).toEqual(paymentMethods);
});

it('tells of a way of paying that is switched off, for the orders that were paid with it', () => {
  expect(describeMethods(['paypal'])).toEqual([{ ...card, offered: false }, wallet]);
});

it('takes for a reference only what the provider would have made', () => {
  const session = serviceOf('stripe').referencePattern;
  expect('cs_test_a1B2').toMatch(session);
  for (const id of ['', 'cs/../x', 'cs test', 'x'.repeat(256)]) expect(id).not.toMatch(session);
  const order = serviceOf('paypal').referencePattern;
  expect('5O190127TN364715T').toMatch(order);
  for (const id of ['', '5O1', '5o190127tn364715t', 'X'.repeat(37)]) expect(id).not.toMatch(order);
});
