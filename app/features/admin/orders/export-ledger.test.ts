import { expect, it } from 'vitest';
import type { AdminCalls } from '../data/use-admin-calls.ts';
import { exportLedger, type LedgerRow, toLedgerLines } from './export-ledger.ts';

const row = (more: Partial<LedgerRow>): LedgerRow => ({
  moved_at: '2026-11-02T12:00:00+00:00',
  key: 'sale:1',
  day: '2026-11-02',
  kind: 'sale',
  order_id: '1',
  provider: 'stripe',
  reference: 'pi_1',
  currency: 'USD',
  subtotal: 40,
  discount: 0,
  delivery: 0,
  tax_added: 0,
  tax_included: 0,
  taxes: [],
  difference: 0,
  amount: 40,
  net: 40,
  country: 'US',
  region: 'NY',
  ...more,
});

it('a movement is one line, its amounts decimal numbers', () => {
  expect(
    toLedgerLines([row({ kind: 'refund', subtotal: -39.9, amount: -39.9, net: -39.9 })]),
  ).toEqual([
    {
      date: '2026-11-02',
      time: '2026-11-02T12:00:00+00:00',
      type: 'refund',
      order: '1',
      provider: 'stripe',
      reference: 'pi_1',
      currency: 'USD',
      subtotal: '-39.90',
      discount: '0.00',
      delivery: '0.00',
      tax_added: '0.00',
      tax_included: '0.00',
      difference: '0.00',
      amount: '-39.90',
      net: '-39.90',
      country: 'US',
      region: 'NY',
    },
  ]);
});

it('each rate of tax has a column in every line, the lowest first', () => {
  const lines = toLedgerLines([
    row({ taxes: [{ percent: null, included: false, amount: 1 }] }),
    row({ taxes: [{ percent: 20, included: true, amount: 3.5 }] }),
    row({
      taxes: [
        { percent: 8.875, included: false, amount: 3.54 },
        { percent: 20, included: true, amount: -2 },
      ],
    }),
    row({}),
  ]);
  const taxes = lines.map((line) => Object.entries(line).filter(([name]) => /^tax /.test(name)));
  const columns = ['tax 8.875%', 'tax 20% included', 'tax at no known rate'];
  expect(taxes.map((line) => line.map(([name]) => name))).toEqual(Array(4).fill(columns));
  expect(taxes.map((line) => line.map(([, amount]) => amount))).toEqual([
    ['0.00', '0.00', '1.00'],
    ['0.00', '3.50', '0.00'],
    ['3.54', '-2.00', '0.00'],
    ['0.00', '0.00', '0.00'],
  ]);
});

it('stops reading once aborted, and saves nothing', async () => {
  const leaving = new AbortController();
  let pages = 0;
  const calls = {
    run: async () => {
      pages += 1;
      leaving.abort();
      return Array.from({ length: 1000 }, (_, n) => row({ key: `sale:${n}` }));
    },
  } as unknown as AdminCalls;
  const days = { first: '2026-01-01', last: '2026-12-31' };
  const exported = await exportLedger(calls, days, 'UTC', leaving.signal, () => {});
  expect(exported).toEqual({ rows: 0, amount: 0 });
  expect(pages).toBe(1);
});
