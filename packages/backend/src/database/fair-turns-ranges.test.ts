import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workFor } from '../access/visitor-context.ts';
import { CallerBusy } from './database-error.ts';
import { FairTurns } from './fair-turns.ts';
import { ask, endLast, names, onPglite, settle } from './fair-turns-harness.ts';
import type { Turn } from './running-turn.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('serves a range, each of whose addresses is new, as four visitors', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, '198.51.100.7', 5);
  await settle();
  for (let index = 0; index < 5; index += 1) await endLast(granted, 25);
  for (let index = 0; index < 250; index += 1) ask(turns, granted, `203.0.113.${index}`);
  await settle();
  ask(turns, granted, '198.51.100.7', 3);
  granted.splice(0, granted.length - 1);
  for (let index = 0; index < 60; index += 1) await endLast(granted, 25);
  const shopper = names(granted).flatMap((name, index) => (name === '198.51.100.7' ? [index] : []));
  expect(shopper).toHaveLength(3);
  expect(shopper[0]).toBeLessThanOrEqual(10);
  expect((shopper[2] ?? 0) - (shopper[0] ?? 0)).toBeLessThanOrEqual(10);
});

it('does as much of its own work for a range as for four visitors', async () => {
  const turns = new FairTurns(onPglite);
  const order: string[] = [];
  const granted: Turn[] = [];
  const work = (visitor: string) =>
    workFor(visitor, () =>
      turns.begin().then((turn) => {
        order.push(visitor);
        granted.push(turn);
        turn.start({ interrupt: () => {} });
      }),
    );
  const finish = async () => {
    granted.at(-1)?.end();
    await settle();
  };
  for (let index = 0; index < 30; index += 1) work('198.51.100.7');
  for (let index = 0; index < 30; index += 1) await finish();
  order.length = 0;
  for (let index = 0; index < 250; index += 1) work(`203.0.113.${index}`);
  work('198.51.100.7');
  for (let index = 0; index < 100; index += 1) await finish();
  expect(order).toContain('198.51.100.7');
});

it('has a range that fills all places to wait give way to others', async () => {
  const turns = new FairTurns(onPglite);
  const flood: Promise<Turn>[] = [];
  for (let index = 0; index < 4_097; index += 1) {
    flood.push(turns.begin(`203.0.113.${index % 250}`));
  }
  const visit = turns.begin('198.51.100.7');
  await expect(turns.begin('203.0.113.251')).rejects.toBeInstanceOf(CallerBusy);
  const ended = flood.map((turn) => turn.then((granted) => granted.end()));
  (await visit).end();
  const outcomes = await Promise.allSettled(ended);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});
