import { expect, it } from 'vitest';
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
