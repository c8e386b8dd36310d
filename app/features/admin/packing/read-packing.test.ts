import { expect, it } from 'vitest';
import type { LinkRow } from '../orders/payment-links.ts';
import { pickList } from './pick-list.ts';
import { toPacked } from './read-packing.ts';

type Stored = Parameters<typeof toPacked>[0];

const line = (name: string, weight: string, quantity: number) => ({
  ...{ id: name, name, weight, quantity },
  price: 10,
});
const order = (changes: object = {}) =>
  toPacked({
    ...{ id: '10000000-0000-4000-8000-000000000001', name: 'Maya', address: '12 Ridge Road' },
    ...{ payment_status: 'paid', status: 'pending' },
    ...{ refunds: [], shipments: [], order_items: [line('Resin', '30g', 2), line('Drops', '', 1)] },
    ...changes,
  } as unknown as Stored);
const bare = { refunds: [], shipments: [] };
const refund = (lines: object[], state = 'succeeded') => ({
  ...{ amount_cents: 1000, state },
  lines: { lines, delivery: false, restock: false },
});

it('packs what refunds have left', () => {
  const returned = [{ line: 0, quantity: 1 }];
  const packed = order({ refunds: [refund(returned), refund(returned, 'failed')] });
  expect(packed.lines.map(({ place, quantity }) => [place, quantity])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(packed.refundedCents).toBe(1000);
  expect(packed.problem).toBeNull();
});

it('leaves an order out of which a dispute took money, and says so', () => {
  const dispute = { amount_cents: 4963, currency: 'USD' };
  const disputes = [
    { ...dispute, state: 'lost' },
    { ...dispute, state: 'won' },
  ];
  expect(order({ payment_status: 'partially_refunded', disputes })).toMatchObject({
    ...{ problem: null, waits: true },
    notes: ['A dispute took $49.63 of the payment back'],
  });
  const twice = [...disputes, { ...dispute, state: 'lost' }];
  expect(order({ payment_status: 'partially_refunded', disputes: twice }).notes).toEqual([
    '2 disputes took $99.26 of the payment back',
  ]);
  expect(order({ disputes: [] }).waits).toBe(false);
});

it.each([
  [{ payment_status: 'refunded' }, 'Payment: Refunded'],
  [{ payment_status: 'disputed' }, 'Payment: Disputed'],
  [{ status: 'cancelled' }, 'Already cancelled'],
  [{ shipments: [{ carrier: 'UPS', tracking_number: '1Z' }] }, 'Already shipped with UPS, 1Z'],
  [{ address: 'Pending' }, 'No shipping address'],
  [
    {
      refunds: [
        refund([
          { line: 0, quantity: 2 },
          { line: 1, quantity: 1 },
        ]),
      ],
    },
    'Every item was refunded',
  ],
])('says why %j cannot be packed', (changes, problem) => {
  expect(order(changes).problem).toBe(problem);
});

it('says what becomes of items that were added to an order', () => {
  const [own, other] = [order().order.id, '20000000-0000-4000-8000-000000000002'];
  const link = (changes: object) =>
    ({
      ...{ adds_to: own, order_id: null, cancelled_at: null, total_amount: 63.91 },
      ...{ expires_at: '2999-01-01T00:00:00Z', ...changes },
    }) as unknown as LinkRow;
  const told = (changes: object) => {
    const { notes, waits } = toPacked({ ...order().order, ...bare }, [link(changes)]);
    return [...notes, waits];
  };
  expect(told({})).toEqual(['Added items wait for payment of $63.91', true]);
  expect(told({ order_id: other })).toEqual(['Added items: pack with #20000000', false]);
  expect(told({ order_id: own, adds_to: other })).toEqual(['Goes with #20000000', false]);
  expect(told({ cancelled_at: '2026-11-20T00:00:00Z' })).toEqual([false]);
  expect(told({ expires_at: '2026-11-20T00:00:00Z' })).toEqual([false]);
  expect(told({ adds_to: other })).toEqual([false]);
  expect(told({ adds_to: null, order_id: own })).toEqual([false]);
});

it('adds up what to fetch for all orders, by product and weight', () => {
  const orders = [
    order(),
    order({
      order_items: [line('Resin', '30g', 3), line('Resin', '30g', 1), line('Resin', '15g', 1)],
    }),
  ];
  expect(pickList(orders)).toEqual([
    { name: 'Drops', weight: '', quantity: 1, orders: 1 },
    { name: 'Resin', weight: '15g', quantity: 1, orders: 1 },
    { name: 'Resin', weight: '30g', quantity: 6, orders: 2 },
  ]);
});
