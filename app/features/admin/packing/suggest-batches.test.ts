import { expect, it } from 'vitest';
import type { PackedOrder } from './read-packing.ts';
import { type BatchStock, suggestBatches } from './suggest-batches.ts';

const batch = (code: string, best_before: string | null, left: number | null): BatchStock => ({
  ...{ batch_id: `id of ${code}`, code, product_id: 'resin', best_before, packed: 0 },
  units_made: left,
});
const order = (id: string, quantity: number, noted: string[] = [], status = 'released') =>
  ({
    order: { id },
    lines: [
      {
        place: 0,
        line: { id: 'resin', name: 'Resin' },
        quantity,
        batches: noted.map((code) => ({ batchId: code, code, quantity, status })),
      },
    ],
  }) as unknown as PackedOrder;
const told = (orders: PackedOrder[], stock: BatchStock[]) =>
  suggestBatches(orders, stock, '2026-11-24').map(({ orderId, batches }) => [
    orderId,
    batches.map(({ code, quantity }) => `${quantity} ${code}`).join(),
  ]);

it('begins with the oldest and goes on with the next where it is used up', () => {
  const stock = [batch('OLD', '2027-01-01', 3), batch('NEW', '2028-01-01', 100)];
  expect(told([order('a', 2), order('b', 2), order('c', 1)], stock)).toEqual([
    ['a', '2 OLD'],
    ['b', '1 OLD,1 NEW'],
    ['c', '1 NEW'],
  ]);
});

it('suggests nothing expired, nothing for noted lines, and nothing that is not there', () => {
  expect(told([order('a', 1)], [batch('OVER', '2026-11-23', 9)])).toEqual([]);
  expect(told([order('a', 1)], [batch('TODAY', '2026-11-24', 9)])).toEqual([['a', '1 TODAY']]);
  expect(told([order('a', 1, ['X'])], [batch('OK', null, null)])).toEqual([]);
  expect(told([order('a', 5)], [batch('FEW', null, 4)])).toEqual([]);
});

it('suggests another batch for one that was recalled or blocked', () => {
  const stock = [batch('OK', null, null)];
  expect(told([order('a', 2, ['X'], 'recalled'), order('b', 1, ['Y'], 'blocked')], stock)).toEqual([
    ['a', '2 OK'],
    ['b', '1 OK'],
  ]);
});

it('fills in only the units that nothing was noted for, or a recalled batch', () => {
  const noted = (...batches: [code: string, quantity: number, status?: string][]) => {
    const [line] = order('a', 3).lines;
    const rows = batches.map(([code, quantity, status = 'released']) => ({
      ...{ batchId: `id of ${code}`, code, quantity, status },
    }));
    return { ...order('a', 3), lines: [{ ...line, batches: rows }] } as unknown as PackedOrder;
  };
  const stock = [batch('OLD', '2027-01-01', 1), batch('NEW', '2028-01-01', 100)];
  expect(told([noted(['MINE', 1], ['GONE', 2, 'recalled'])], stock)).toEqual([
    ['a', '1 MINE,1 OLD,1 NEW'],
  ]);
  expect(told([noted(['NEW', 1])], stock)).toEqual([['a', '2 NEW,1 OLD']]);
  expect(told([noted(['MINE', 3], ['GONE', 2, 'blocked'])], stock)).toEqual([['a', '3 MINE']]);
  expect(told([noted(['MINE', 3])], stock)).toEqual([]);
  expect(told([noted(['MINE', 1])], [batch('OLD', null, 1)])).toEqual([]);
});
