import { expect, it } from 'vitest';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { WholeOrder } from './read-order.ts';
import { timelineOf } from './timeline.ts';

const methods = [{ id: 'stripe', company: 'Stripe' }] as PaymentMethod[];
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
  disputes: [],
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
  expect(timelineOf(whole, methods).map(({ text, by }) => [text, by])).toEqual([
    ['$5.00 refund: failed', null],
    ['$10.00 refund: succeeded', 'owner@mail.example'],
    ['Status: Pending → Shipped', 'owner@mail.example'],
    ['$79.80 paid (Stripe, pi_1)', null],
    ['Order placed', null],
  ]);
});

it('names what was refunded by part', () => {
  const items = [{ name: 'Pure Resin', weight: '30g', price: 39.9, quantity: 2, tax: 6.38 }];
  const order = {
    ...{ id: 'o', created_at: '2026-11-01T10:00:00Z', order_items: items },
    ...{ delivery_amount: 4.9, tax_amount: 6.38, tax_included_amount: 0, total_amount: 91.08 },
  };
  const refund = (id: string, hour: number, amount_cents: number, lines: object | null) => ({
    ...{ id, amount_cents, lines, currency: 'USD', state: 'succeeded' },
    created_at: `2026-11-03T${hour}:00:00Z`,
  });
  const one = [{ line: 0, quantity: 1 }];
  const refunds = [
    refund('r1', 10, 4309, { lines: one, delivery: false, restock: false }),
    refund('r2', 11, 4799, { lines: one, delivery: true, restock: true }),
    refund('r3', 12, 100, null),
  ];
  const told = timelineOf({ ...whole, order, refunds } as unknown as WholeOrder, methods);
  expect(told.map(({ text }) => text).filter((text) => text.includes('refund'))).toEqual([
    '$1.00 refund: succeeded',
    '$47.99 refund: succeeded, for 1 × Pure Resin 30g and shipping, including $3.19 tax',
    '$43.09 refund: succeeded, for 1 × Pure Resin 30g, including $3.19 tax',
  ]);
});
