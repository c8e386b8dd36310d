import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FairTurns } from './fair-turns.ts';
import { ask, names, onPglite, onPostgres, settle } from './fair-turns-harness.ts';
import type { Interruptible, Turn } from './running-turn.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('ends a long turn when others wait for it, and leaves it alone when only its caller does', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'slow', 3);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(granted[0]?.[1].interrupted).toBe(false);
  ask(turns, granted, 'shopper');
  await vi.advanceTimersByTimeAsync(400);
  expect(granted[0]?.[1].interrupted).toBe(true);
  await expect(granted[0]?.[1].interruption).rejects.toThrow();
  granted[0]?.[1].end();
  await settle();
  expect(names(granted)).toEqual(['slow', 'shopper']);
});

it('ends a turn at its own limit when no one waits', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  ask(turns, granted, 'slow');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(granted[0]?.[1].interrupted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(granted[0]?.[1].interrupted).toBe(true);
});

it('refuses only callers whose statements had to be canceled, longer each time', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  const offend = async () => {
    ask(turns, granted, 'attacker');
    await settle();
    const turn = granted.at(-1)?.[1];
    const waiting = turns.begin('attacker');
    waiting.catch(() => {});
    ask(turns, granted, 'shopper');
    await vi.advanceTimersByTimeAsync(500);
    expect(turn?.interrupted).toBe(true);
    await expect(waiting).rejects.toMatchObject({ name: 'CallerBusy' });
    turn?.end();
    await settle();
    granted.at(-1)?.[1].end();
  };
  for (const seconds of [5, 30, 120, 600, 600]) {
    await offend();
    const refused = turns.begin('attacker');
    await expect(refused).rejects.toMatchObject({
      name: 'CallerBusy',
      retryAfterSeconds: expect.toSatisfy((left) => left <= seconds && left > seconds - 2),
    });
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
  }
  const shopper = await turns.begin('shopper');
  shopper.end();
});

it('lets a handful of callers, however often they come back, end few statements', async () => {
  const turns = new FairTurns(onPglite);
  let ended = 0;
  for (let second = 0; second < 1_200; second += 1) {
    for (let index = 0; index < 5; index += 1) {
      const turn = await turns.begin(`attacker ${index}`).catch(() => null);
      if (!turn) continue;
      turn.start({ interrupt: () => (ended += 1) });
      const waiting = turns.begin(`shopper ${second} ${index}`);
      await vi.advanceTimersByTimeAsync(500);
      turn.end();
      (await waiting).end();
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // Out of 6,000 attempts in more than 20 minutes.
  expect(ended).toBeLessThanOrEqual(5 * 6);
});

it('ends within a second what sleeps, later what only waits for the processor', async () => {
  const use = (isAsleep: boolean) => ({
    interrupt: () => {},
    processor: () => ({ time: 0, isAsleep }),
  });
  const endsAfter = async (interruptible: Interruptible) => {
    const turns = new FairTurns(onPglite);
    const turn = await turns.begin('slow');
    turn.start(interruptible);
    turns.begin('shopper').catch(() => {});
    let milliseconds = 0;
    for (; !turn.interrupted; milliseconds += 25) await vi.advanceTimersByTimeAsync(25);
    turn.end();
    return milliseconds;
  };
  expect(await endsAfter(use(true))).toBeLessThanOrEqual(1_025);
  expect(await endsAfter(use(false))).toBeGreaterThan(2_000);
});

it('allows for a slow disk in the server’s own statements on behalf of a caller', async () => {
  const endsAfter = async (asCaller: boolean) => {
    const turns = new FairTurns({ ...onPostgres, slots: 1 });
    const turn = await turns.begin('caller');
    turn.start({ interrupt: () => {} }, asCaller);
    turns.begin('shopper').catch(() => {});
    let milliseconds = 0;
    for (; !turn.interrupted; milliseconds += 25) await vi.advanceTimersByTimeAsync(25);
    return milliseconds;
  };
  expect(await endsAfter(true)).toBeLessThan(1_000);
  expect(await endsAfter(false)).toBeGreaterThan(4_500);
});

it('does not count time in which this process stood still', async () => {
  const turns = new FairTurns(onPostgres);
  const turn = await turns.begin('caller');
  turn.start({ interrupt: () => {} });
  for (let index = 0; index < 9; index += 1) turns.begin(`caller ${index}`).catch(() => {});
  await vi.advanceTimersByTimeAsync(50);
  // The clock moves on, but no timer fires.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_000);
  vi.advanceTimersByTime(25);
  clock.mockRestore();
  expect(turn.interrupted).toBe(false);
});

it('ends a turn between two statements without interrupting one, and penalizes no one', async () => {
  const turns = new FairTurns(onPglite);
  let isBusy = false;
  let ended = 0;
  const turn = await turns.begin('between');
  turn.start({ interrupt: () => (ended += 1), isBusy: () => isBusy });
  turns.begin('shopper').then((granted) => granted.end());
  await vi.advanceTimersByTimeAsync(1_100);
  await expect(turn.interruption).rejects.toMatchObject({ code: '57014' });
  expect(ended).toBe(0);
  // One more statement was sent in the meantime.
  isBusy = true;
  await vi.advanceTimersByTimeAsync(300);
  expect(ended).toBe(1);
  turn.end();
  await settle();
  const between = new FairTurns(onPglite);
  const idle = await between.begin('between');
  idle.start({ interrupt: () => {}, isBusy: () => false });
  between.begin('shopper').then((granted) => granted.end());
  await vi.advanceTimersByTimeAsync(1_100);
  idle.end();
  (await between.begin('between')).end();
});

it('prefers known callers to unknown ones once several turns had to be ended', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  for (let index = 0; index < 3; index += 1) (await turns.begin('known')).end();
  for (let index = 0; index < 5; index += 1) ask(turns, granted, `attacker ${index}`);
  for (let index = 0; index < 2; index += 1) {
    await vi.advanceTimersByTimeAsync(500);
    expect(granted.at(-1)?.[1].interrupted).toBe(true);
    granted.at(-1)?.[1].end();
    await settle();
  }
  ask(turns, granted, 'known');
  await vi.advanceTimersByTimeAsync(200);
  // The third stranger's turn was cut off within its first tenths of a second.
  expect(granted.at(-1)?.[1].interrupted).toBe(true);
  granted.at(-1)?.[1].end();
  await settle();
  expect(names(granted).at(-1)).toBe('known');
});
