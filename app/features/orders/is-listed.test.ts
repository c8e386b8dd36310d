import { expect, it } from 'vitest';
import { orderPlaceholders, paymentStatuses } from '#domain/order.ts';
import { isListed } from './is-listed.ts';

const address = '1 Ridge Road, Denver';

it('lists what was ordered, whatever became of the payment', () => {
  const listed = paymentStatuses.filter((payment_status) => isListed({ payment_status, address }));
  expect(listed).toEqual([
    'pending',
    'paid',
    'review',
    'refunded',
    'partially_refunded',
    'disputed',
  ]);
});

it.each([orderPlaceholders.address, orderPlaceholders.walletAddress, ''])(
  'takes a pending one with the address %j for a checkout that was left',
  (placeholder) => {
    expect(isListed({ payment_status: 'pending', address: placeholder })).toBe(false);
    expect(isListed({ payment_status: 'paid', address: placeholder })).toBe(true);
  },
);
