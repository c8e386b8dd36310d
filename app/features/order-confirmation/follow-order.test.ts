import { describe, expect, it } from 'vitest';
import { type Confirmation, type ConfirmedOrder, followOrder, pauses } from './follow-order.ts';

const order: ConfirmedOrder = {
  ...({} as ConfirmedOrder),
  id: '5f0c9a4e-0000-4000-8000-000000000001',
  user_id: null,
  name: 'Ada Example',
  email: 'ada@example.com',
  phone: '',
  address: '1 Example Street',
  order_items: [],
  total_amount: 49.9,
  currency: 'USD',
  status: 'pending',
  payment_status: 'pending',
  stripe_session_id: 'cs_1',
  paypal_order_id: null,
  created_at: '2026-11-20T12:00:00Z',
  paid_at: null,
  updated_at: '2026-11-20T10:00:00Z',
};
const as = (payment_status: string): ConfirmedOrder => ({ ...order, payment_status });

type Reading = ConfirmedOrder | null | 'unreachable';

/** Responds with the readings in order; the last one repeats. */
async function follow(readings: Reading[], { updates = true, sessionId = 'cs_1' } = {}) {
  const seen: Confirmation[] = [];
  const paused: number[] = [];
  let updateCalls = 0;
  const steps = followOrder(sessionId, {
    readOrder: async () => (readings.length > 1 ? readings.shift() : readings[0]) as Reading,
    updateDetails: async () => {
      updateCalls++;
      return updates;
    },
    pause: async (milliseconds) => void paused.push(milliseconds),
  });
  for await (const confirmation of steps) seen.push(confirmation);
  return { seen, kinds: seen.map(({ kind }) => kind), last: seen.at(-1), paused, updateCalls };
}

describe('followOrder', () => {
  it('asks nothing without a session id', async () => {
    const { kinds, updateCalls } = await follow([as('paid')], { sessionId: '' });
    expect(kinds).toEqual(['missing']);
    expect(updateCalls).toBe(0);
  });

  it('says that an unknown session has no order, and stops', async () => {
    const { kinds, updateCalls, paused } = await follow([null]);
    expect(kinds).toEqual(['missing']);
    expect(updateCalls).toBe(0);
    expect(paused).toEqual([]);
  });

  it('syncs the order, then shows the result', async () => {
    const { kinds, last, updateCalls } = await follow([as('pending'), as('paid')]);
    expect(kinds).toEqual(['paid']);
    expect(last).toEqual({ kind: 'paid', order: as('paid'), late: false });
    expect(updateCalls).toBe(1);
  });

  it('shows a paid order at once and completes its details', async () => {
    const { seen } = await follow([{ ...as('paid'), name: 'Pending' }, as('paid')]);
    expect(seen).toMatchObject([
      { kind: 'paid', order: { name: 'Pending' } },
      { kind: 'paid', order: { name: 'Ada Example' } },
    ]);
  });

  it('keeps a paid order on screen when its details cannot be updated', async () => {
    const { last } = await follow([as('paid')], { updates: false });
    expect(last).toMatchObject({ kind: 'paid', late: true });
  });

  it('waits for a slow payment', async () => {
    const pending = as('pending');
    const { kinds, paused } = await follow([pending, pending, pending, pending, as('paid')]);
    expect(kinds).toEqual(['waiting', 'waiting', 'paid', 'paid']);
    expect(paused).toEqual(pauses.slice(0, 2));
  });

  it('stops polling eventually, and says so', async () => {
    const { last, paused } = await follow([as('pending')]);
    expect(last).toMatchObject({ kind: 'waiting', watching: false });
    expect(paused).toEqual(pauses);
  });

  it('tries again when the shop cannot be reached', async () => {
    const { kinds } = await follow(['unreachable', as('paid')]);
    expect(kinds).toEqual(['unreachable', 'paid', 'paid']);
  });

  it.each([
    ['expired', 'unpaid'],
    ['failed', 'unpaid'],
    ['review', 'review'],
    ['refunded', 'paid'],
    ['something new', 'waiting'],
  ])('takes %s for %s', async (status, kind) => {
    expect((await follow([as(status)])).last?.kind).toBe(kind);
  });
});
