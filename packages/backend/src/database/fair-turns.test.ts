import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workFor } from '../access/visitor-context.ts';
import { CallerBusy } from './database-error.ts';
import { FairTurns } from './fair-turns.ts';
import { ask, endLast, names, onPglite, onPostgres, settle } from './fair-turns-harness.ts';
import type { Turn } from './running-turn.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('gives one caller a share of the connections, and callers together not the last ones', async () => {
  const turns = new FairTurns(onPostgres);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'greedy', 12);
  await settle();
  expect(granted).toHaveLength(4);
  for (let index = 0; index < 20; index += 1) ask(turns, granted, `caller ${index}`, 4);
  await settle();
  expect(granted).toHaveLength(8);
  ask(turns, granted, undefined, 2);
  await settle();
  expect(names(granted).slice(8)).toEqual(['shop', 'shop']);
});

it('serves the server first, then the caller with the least recent time', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'heavy', 3);
  await settle();
  await endLast(granted, 100);
  ask(turns, granted, 'light', 2);
  ask(turns, granted, undefined);
  await endLast(granted, 100);
  await endLast(granted, 1);
  await endLast(granted, 1);
  await endLast(granted, 1);
  expect(names(granted)).toEqual(['heavy', 'heavy', 'shop', 'light', 'light', 'heavy']);
});

it('serves its own work for the visitor who asked for the least first', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  const order: string[] = [];
  const work = (visitor: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      workFor(visitor, () =>
        turns.begin().then((turn) => {
          order.push(visitor);
          granted.push([visitor, turn]);
          turn.start({ interrupt: () => {} });
        }),
      );
    }
  };
  work('flood', 20);
  await settle();
  for (let index = 0; index < 5; index += 1) await endLast(granted);
  work('visitor', 2);
  for (let index = 0; index < 3; index += 1) await endLast(granted);
  expect(order.slice(6)).toEqual(['visitor', 'visitor', 'flood']);
});

it('lets newcomers have no more than a turn or two before those who were there', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'shopper', 10);
  await settle();
  for (let index = 0; index < 10; index += 1) await endLast(granted, 24);
  for (let index = 0; index < 20; index += 1) ask(turns, granted, `newcomer ${index}`, 20);
  await settle();
  ask(turns, granted, 'shopper');
  granted.splice(0, granted.length - 1);
  for (let index = 0; index < 50; index += 1) await endLast(granted, 25);
  expect(names(granted).lastIndexOf('shopper')).toBeGreaterThan(0);
  expect(names(granted).lastIndexOf('shopper')).toBeLessThanOrEqual(41);
});

it('lets callers have a turn even while the shop always has work', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, undefined, 30);
  ask(turns, granted, 'shopper');
  for (let index = 0; index < 12; index += 1) {
    await settle();
    granted.at(-1)?.[1].end();
  }
  expect(names(granted)).toContain('shopper');
});

it('serves one at a time of the callers who were given much lately', async () => {
  const turns = new FairTurns(onPostgres);
  for (let index = 0; index < 5; index += 1) {
    const turn = await turns.begin(`reader ${index}`);
    turn.start();
    turn.received(2 * 1024 * 1024);
    turn.end();
  }
  const granted: [string, Turn][] = [];
  for (let index = 0; index < 5; index += 1) ask(turns, granted, `reader ${index}`, 4);
  ask(turns, granted, 'shopper', 2);
  await settle();
  expect(names(granted)).toEqual(['reader 0', 'shopper', 'shopper']);
  vi.advanceTimersByTime(10);
  granted[0]?.[1].end();
  await settle();
  expect(names(granted).slice(3)).toEqual(['reader 1']);
  // After a second, a slow one no longer holds back the others like it.
  vi.advanceTimersByTime(1_000);
  ask(turns, granted, 'shopper');
  await settle();
  expect(names(granted).slice(4)).toEqual(['reader 1', 'shopper']);
});

it('closes to callers at once and continues for the server', async () => {
  const turns = new FairTurns(onPglite);
  const running = await turns.begin('caller');
  running.start({ interrupt: () => {} });
  const waiting = expect(turns.begin('another')).rejects.toThrow('over');
  const own = turns.begin();
  turns.closeToCallers(new Error('over'));
  await waiting;
  expect(running.interrupted).toBe(true);
  await expect(turns.begin('late')).rejects.toThrow('over');
  running.end();
  (await own).end();
});

it('refuses a caller that lets too many calls wait', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'flood', 257);
  await expect(turns.begin('flood')).rejects.toBeInstanceOf(CallerBusy);
  ask(turns, granted, 'other');
  granted[0]?.[1].end();
  await settle();
});

it('lets ordinary statements overtake slow ones, whoever sends them', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'first');
  for (let index = 0; index < 20; index += 1) ask(turns, granted, `attacker ${index}`, 1, true);
  ask(turns, granted, 'attacker 0');
  ask(turns, granted, 'shopper');
  for (let index = 0; index < 3; index += 1) {
    await settle();
    granted.at(-1)?.[1].end();
  }
  await settle();
  expect(names(granted)).toEqual(['first', 'attacker 0', 'shopper', 'attacker 0']);
});

it('leaves half of the time between statements that take long to others', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  for (let index = 0; index < 20; index += 1) ask(turns, granted, `attacker ${index}`, 1, true);
  await vi.advanceTimersByTimeAsync(300);
  granted[0]?.[1].end();
  await vi.advanceTimersByTimeAsync(290);
  expect(granted).toHaveLength(1);
  ask(turns, granted, 'shopper');
  await settle();
  granted[1]?.[1].end();
  await vi.advanceTimersByTimeAsync(20);
  expect(names(granted)).toEqual(['attacker 0', 'shopper', 'attacker 1']);
});

it('pauses demanding statements longer each time one had to be canceled', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  const endedAt: number[] = [];
  const began = performance.now();
  const attackers = Array.from({ length: 20 }, (_, index) => `attacker ${index}`);
  // Each has a history of finished turns, which anybody can build up.
  for (const caller of ['known', ...attackers]) {
    for (let count = 0; count < 3; count += 1) (await turns.begin(caller)).end();
  }
  for (const attacker of attackers) ask(turns, granted, attacker, 1, true);
  let longest = 0;
  for (let tenth = 0; tenth < 600; tenth += 1) {
    const since = performance.now();
    const visitor = tenth % 2 ? 'known' : `visitor ${tenth}`;
    const served = turns.begin(visitor).then((turn) => {
      longest = Math.max(longest, performance.now() - since);
      turn.end();
    });
    served.catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    const last = granted.at(-1);
    if (last?.[1].interrupted && endedAt.length < granted.length) {
      endedAt.push(Math.round(performance.now() - began));
      last[1].end();
    }
  }
  expect(longest).toBeLessThanOrEqual(600);
  // Out of twenty waiting ones, within a minute.
  expect(endedAt.length).toBeGreaterThan(2);
  expect(endedAt.length).toBeLessThanOrEqual(6);
});

it('serves demanding statements in the end while ordinary ones never stop', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'busy', 30);
  ask(turns, granted, 'reporting', 1, true);
  for (let index = 0; index < 20; index += 1) {
    await vi.advanceTimersByTimeAsync(100);
    granted.at(-1)?.[1].end();
  }
  expect(names(granted)).toContain('reporting');
});

it('gives demanding statements half of the callers’ connections', async () => {
  const turns = new FairTurns(onPostgres);
  const granted: [string, Turn][] = [];
  for (let index = 0; index < 20; index += 1) ask(turns, granted, `attacker ${index}`, 1, true);
  await settle();
  expect(granted).toHaveLength(4);
  ask(turns, granted, 'shopper', 2);
  await settle();
  expect(names(granted).slice(4)).toEqual(['shopper', 'shopper']);
});

it('counts the pause from when the files are open again', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'attacker', 1, true);
  const visiting = turns.begin('visitor');
  await vi.advanceTimersByTimeAsync(500);
  expect(granted[0]?.[1].interrupted).toBe(true);
  granted[0]?.[1].end();
  ask(turns, granted, 'another attacker', 1, true);
  const visit = await visiting;
  // Reconnecting takes almost as long as the pause.
  await vi.advanceTimersByTimeAsync(3_000);
  visit.start({ interrupt: () => {} });
  visit.end();
  await vi.advanceTimersByTimeAsync(3_900);
  expect(names(granted)).toEqual(['attacker']);
  await vi.advanceTimersByTimeAsync(200);
  expect(names(granted)).toEqual(['attacker', 'another attacker']);
});
