import { expect, it } from 'vitest';
import { nextPaymentStatuses, paymentStatusOf } from './payment-status.ts';

const paid = { settled: true, takenCents: 5000, refundedCents: 0, lostCents: 0, disputed: false };

it.each([
  ['paid', {}],
  ['partially_refunded', { refundedCents: 1 }],
  ['partially_refunded', { refundedCents: 4999 }],
  ['refunded', { refundedCents: 5000 }],
  ['disputed', { disputed: true }],
  ['disputed', { disputed: true, refundedCents: 5000 }],
  ['disputed', { disputed: true, lostCents: 1000 }],
  ['disputed', { lostCents: 5000 }],
  ['disputed', { lostCents: 6500, refundedCents: 100 }],
  ['partially_refunded', { lostCents: 4999 }],
  ['partially_refunded', { lostCents: 1000, refundedCents: 3999 }],
  ['refunded', { lostCents: 1000, refundedCents: 4000 }],
  ['review', { settled: false, lostCents: 1000 }],
  ['review', { settled: false }],
  ['review', { settled: false, refundedCents: 1 }],
  ['refunded', { settled: false, refundedCents: 5000 }],
  ['paid', { takenCents: 0 }],
] as const)('is %s for %j', (status, changes) => {
  expect(paymentStatusOf({ ...paid, ...changes })).toBe(status);
});

it('never loses money that arrived', () => {
  for (const arrived of ['paid', 'review', 'refunded', 'partially_refunded', 'disputed'] as const) {
    for (const lost of ['pending', 'expired', 'failed'] as const) {
      expect(nextPaymentStatuses[arrived]).not.toContain(lost);
    }
  }
});
