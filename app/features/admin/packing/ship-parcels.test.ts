import { expect, it } from 'vitest';
import { AdminFailure } from '../data/admin-failure.ts';
import type { AdminCalls } from '../data/use-admin-calls.ts';
import { type Parcel, shipParcels } from './ship-parcels.ts';

const parcels = Array.from(
  { length: 45 },
  (_, n): Parcel => ({
    orderId: String(n),
    carrier: 'UPS',
    trackingNumber: `1Z ${n}`,
    seen: { updatedAt: '2026-11-20T12:00:00Z', refundedCents: 0 },
  }),
);

/** Responds to the calls in turn: throws each error given, then succeeds. */
function callsThatFail(...failures: (AdminFailure | null)[]) {
  const sent: string[][] = [];
  const invoke = async (_name: string, body: Record<string, unknown>) => {
    const some = body.parcels as Parcel[];
    sent.push(some.map(({ orderId }) => orderId));
    const failure = failures.shift();
    if (failure) throw failure;
    return { results: some.map(({ orderId }) => ({ orderId, outcome: 'shipped' as const })) };
  };
  return { sent, calls: { invoke } as unknown as AdminCalls };
}

const ship = async (calls: AdminCalls, signal = new AbortController().signal) => {
  const progress: number[] = [];
  const shipped = await shipParcels(
    calls,
    parcels,
    (results) => progress.push(results.length),
    signal,
    async () => {},
  );
  return { ...shipped, progress };
};

it('sends them some at a time and says how far it is', async () => {
  const { calls, sent } = callsThatFail();
  const { progress, results, stopped } = await ship(calls);
  expect(sent.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(progress).toEqual([20, 40, 45]);
  expect(results).toHaveLength(45);
  expect(stopped).toBeNull();
});

it('sends again what got no answer, and stops with what went when there is none', async () => {
  const lost = new AdminFailure('', null, 0);
  const once = callsThatFail(null, lost, new AdminFailure('', 'rate_limited', 429));
  expect((await ship(once.calls)).results).toHaveLength(45);
  expect(once.sent[1]).toEqual(once.sent[2]);
  const gone = callsThatFail(null, lost, lost, lost, lost);
  const { results, stopped } = await ship(gone.calls);
  expect(results).toHaveLength(20);
  expect(stopped).toContain('The shop could not be reached.');
});

it('does not repeat what was refused', async () => {
  const { calls, sent } = callsThatFail(new AdminFailure('No.', 'not_admin', 403));
  expect(await ship(calls)).toMatchObject({ results: [], stopped: 'No.' });
  expect(sent).toHaveLength(1);
});

it('ends between two calls when it is left', async () => {
  const { calls } = callsThatFail();
  const leaving = new AbortController();
  const results = await shipParcels(calls, parcels, () => leaving.abort(), leaving.signal);
  expect(results.results).toHaveLength(20);
});
