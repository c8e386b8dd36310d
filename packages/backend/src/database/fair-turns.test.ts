import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workFor } from '../access/visitor-context.ts';
import { CallerBusy } from './database-error.ts';
import { FairTurns } from './fair-turns.ts';
import type { Interruptible, Turn } from './running-turn.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const onPostgres = { slots: 10, waitTimeout: 0, turnTimeout: 0, interruptIsCostly: false };
const onPglite = { slots: 1, waitTimeout: 0, turnTimeout: 5_000, interruptIsCostly: true };

/** Starts `count` turns of a caller and lists those that got one, in order. */
function ask(
  turns: FairTurns,
  granted: [string, Turn][],
  caller: string | undefined,
  count = 1,
  isDemanding = false,
) {
  for (let index = 0; index < count; index += 1) {
    turns.begin(caller, { isDemanding }).then(
      (turn) => {
        granted.push([caller ?? 'shop', turn]);
        turn.start({ interrupt: () => {} });
      },
      () => {},
    );
  }
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const names = (granted: [string, Turn][]) => granted.map(([name]) => name);

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
  const finish = async (milliseconds = 1) => {
    vi.advanceTimersByTime(milliseconds);
    granted.at(-1)?.[1].end();
    await settle();
  };
  ask(turns, granted, 'heavy', 3);
  await settle();
  await finish(100);
  ask(turns, granted, 'light', 2);
  ask(turns, granted, undefined);
  await finish(100);
  await finish();
  await finish();
  await finish();
  expect(names(granted)).toEqual(['heavy', 'heavy', 'shop', 'light', 'light', 'heavy']);
});

it('serves of its own work that for whoever asked for the least first', async () => {
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
  for (let index = 0; index < 5; index += 1) {
    granted.at(-1)?.[1].end();
    await settle();
  }
  work('visitor', 2);
  for (let index = 0; index < 3; index += 1) {
    granted.at(-1)?.[1].end();
    await settle();
  }
  expect(order.slice(6)).toEqual(['visitor', 'visitor', 'flood']);
});

it('lets newcomers have no more than a turn or two before those who were there', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  const finish = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    granted.at(-1)?.[1].end();
    await settle();
  };
  ask(turns, granted, 'shopper', 10);
  await settle();
  for (let index = 0; index < 10; index += 1) await finish(24);
  for (let index = 0; index < 20; index += 1) ask(turns, granted, `newcomer ${index}`, 20);
  await settle();
  ask(turns, granted, 'shopper');
  granted.splice(0, granted.length - 1);
  for (let index = 0; index < 50; index += 1) await finish(25);
  expect(names(granted).lastIndexOf('shopper')).toBeGreaterThan(0);
  expect(names(granted).lastIndexOf('shopper')).toBeLessThanOrEqual(41);
});

it('serves a range, each of whose addresses is new, as four visitors', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  const finish = async () => {
    vi.advanceTimersByTime(25);
    granted.at(-1)?.[1].end();
    await settle();
  };
  ask(turns, granted, '198.51.100.7', 5);
  await settle();
  for (let index = 0; index < 5; index += 1) await finish();
  for (let index = 0; index < 250; index += 1) ask(turns, granted, `203.0.113.${index}`);
  await settle();
  ask(turns, granted, '198.51.100.7', 3);
  granted.splice(0, granted.length - 1);
  for (let index = 0; index < 60; index += 1) await finish();
  const shopper = names(granted).flatMap((name, index) => (name === '198.51.100.7' ? [index] : []));
  expect(shopper).toHaveLength(3);
  expect(shopper[0]).toBeLessThanOrEqual(10);
  expect((shopper[2] ?? 0) - (shopper[0] ?? 0)).toBeLessThanOrEqual(10);
});

it('works of its own for a range as for four visitors', async () => {
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
  // A slow one does not hold back the others of its kind until it ends.
  vi.advanceTimersByTime(1_000);
  ask(turns, granted, 'shopper');
  await settle();
  expect(names(granted).slice(4)).toEqual(['reader 1', 'shopper']);
});

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

it('refuses whose statements had to be ended, ever longer, and others not', async () => {
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
  // Of 6,000 tries in more than 20 minutes.
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
  // The clock goes on, no timer is served.
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
  // Its work had sent one more statement meanwhile.
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
  // The third stranger's turn was cut at its first tenths of a second.
  expect(granted.at(-1)?.[1].interrupted).toBe(true);
  granted.at(-1)?.[1].end();
  await settle();
  expect(names(granted).at(-1)).toBe('known');
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

it('lets no demanding statement begin for ever longer after several had to be ended', async () => {
  const turns = new FairTurns(onPglite);
  const granted: [string, Turn][] = [];
  const endedAt: number[] = [];
  const began = performance.now();
  const attackers = Array.from({ length: 20 }, (_, index) => `attacker ${index}`);
  // Each has a history, as everybody can make one.
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
  // Of twenty that wait, in one minute.
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
  // Its connection takes nearly as long as the pause.
  await vi.advanceTimersByTimeAsync(3_000);
  visit.start({ interrupt: () => {} });
  visit.end();
  await vi.advanceTimersByTimeAsync(3_900);
  expect(names(granted)).toEqual(['attacker']);
  await vi.advanceTimersByTimeAsync(200);
  expect(names(granted)).toEqual(['attacker', 'another attacker']);
});
