import { expect, it } from 'vitest';
import type { WholeOrder } from './read-order.ts';
import { refundableCents, timelineOf } from './timeline.ts';

const whole = {
  order: { id: 'o', created_at: '2026-11-01T10:00:00Z' },
  payments: [
    {
      id: 'p',
      created_at: '2026-11-01T10:01:00Z',
      amount_cents: 7980,
      currency: 'USD',
      provider: 'stripe',
      reference: 'pi_1',
    },
  ],
  refunds: [
    {
      id: 'r1',
      created_at: '2026-11-03T10:00:00Z',
      amount_cents: 1000,
      currency: 'USD',
      state: 'succeeded',
    },
    {
      id: 'r2',
      created_at: '2026-11-03T11:00:00Z',
      amount_cents: 500,
      currency: 'USD',
      state: 'failed',
    },
  ],
  shipments: [],
  mails: [],
  changes: [
    {
      table_name: 'orders',
      row_id: 'o',
      created_at: '2026-11-02T10:00:00Z',
      actor_email: 'owner@mail.example',
      before: { status: 'pending' },
      after: { status: 'shipped' },
    },
    {
      table_name: 'refunds',
      row_id: 'r1',
      created_at: '2026-11-03T10:00:00Z',
      actor_email: 'owner@mail.example',
      before: null,
      after: { state: 'requested' },
    },
  ],
} as unknown as WholeOrder;

it('tells who changed what, newest first', () => {
  expect(timelineOf(whole).map(({ text, by }) => [text, by])).toEqual([
    ['$5.00 refund: failed', null],
    ['$10.00 refund: succeeded', 'owner@mail.example'],
    ['Status: Pending → Shipped', 'owner@mail.example'],
    ['$79.80 paid (stripe, pi_1)', null],
    ['Order placed', null],
  ]);
});

it('a refund that failed leaves its money to be refunded', () => {
  expect(refundableCents(whole)).toBe(6980);
});
