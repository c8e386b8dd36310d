import { expect, it } from 'vitest';
import type { AdminCalls } from '../data/use-admin-calls.ts';
import { findOrdersTo } from './find-entries.ts';

const order = (id: string, payment_status: string, status: string) => ({
  ...{ id, payment_status, status },
  ...{ name: 'Maya Stone', email: 'maya@mail.example', total_amount: 39.9 },
  created_at: '2026-11-20T12:00:00Z',
});
const orders = [
  order('aaaaaaaa', 'paid', 'shipped'),
  order('bbbbbbbb', 'paid', 'pending'),
  order('cccccccc', 'pending', 'pending'),
  order('dddddddd', 'partially_refunded', 'processing'),
  order('eeeeeeee', 'refunded', 'delivered'),
  order('ffffffff', 'paid', 'cancelled'),
];
const calls = {
  run: async () => ({ orders, customers: [], products: [] }),
} as unknown as AdminCalls;

it('offers to ship what is paid and still here', async () => {
  const [group] = await findOrdersTo('ship', calls, 'maya', 'UTC');
  expect(group?.items.map(({ title, to }) => [title, to])).toEqual([
    ['Ship order #bbbbbbbb', '/admin/orders?order=bbbbbbbb&do=ship'],
    ['Ship order #dddddddd', '/admin/orders?order=dddddddd&do=ship'],
  ]);
});

it('offers to refund what was paid and not yet given back', async () => {
  const [group] = await findOrdersTo('refund', calls, 'maya', 'UTC');
  expect(group?.items.map(({ title }) => title)).toEqual([
    'Refund order #aaaaaaaa',
    'Refund order #bbbbbbbb',
    'Refund order #dddddddd',
    'Refund order #ffffffff',
  ]);
});
