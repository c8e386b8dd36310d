import { expect, it } from 'vitest';
import { createFairQueue, type FairQueue, QueueFull } from './fair-queue.ts';

/**
 * Runs work that records its caller when it starts and finishes when its gate opens, or at once
 * without one. `begin` resolves to its position in the record, `attempt` also to the error that
 * refused it.
 */
function listing(run: FairQueue, gateOf?: (place: number) => Promise<void> | undefined) {
  const begun: string[] = [];
  const begin = (caller: string) =>
    run(async () => {
      const place = begun.push(caller) - 1;
      await gateOf?.(place);
      return place;
    }, caller);
  const attempt = (caller: string) => begin(caller).catch((error: unknown) => error);
  return { begun, begin, attempt };
}

it('runs a few at a time, in order, and refuses more than may wait', async () => {
  const run = createFairQueue({ atOnce: 2, longest: 3 });
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const { begun, begin } = listing(run, (place) => gates[place]?.promise);
  const all = gates.map(() => begin('caller'));
  await expect(begin('caller')).rejects.toBeInstanceOf(QueueFull);
  expect(begun).toHaveLength(2);
  gates[0]?.resolve();
  await all[0];
  expect(begun).toHaveLength(3);
  for (const { resolve } of gates) resolve();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
});

it('alternates between callers', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 10 });
  const { begun, begin } = listing(run);
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(begin));
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

it('prefers the caller with the fewest recent calls, even when others return', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 100 });
  const { begun, begin } = listing(run);
  const attackers = Array.from({ length: 20 }, (_, index) => `attacker ${index}`);
  await Promise.all([...attackers, ...attackers].map(begin));
  begun.length = 0;
  await Promise.all([...attackers.map(begin), begin('visitor')]);
  // The first attacker runs at once, since the queue is empty.
  expect(begun.indexOf('visitor')).toBe(1);
});

it('serves newcomers little before a caller for whom much was done', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 1_000 });
  const { begun, begin } = listing(run);
  await Promise.all(Array.from({ length: 50 }, () => begin('visitor')));
  begun.length = 0;
  const newcomers = Array.from({ length: 10 }, (_, index) => `newcomer ${index}`);
  const backlog = Array.from({ length: 20 }, () => newcomers).flat();
  await Promise.all([...backlog, 'visitor'].map(begin));
  expect(begun.indexOf('visitor')).toBeLessThanOrEqual(60);
});

it('serves a known caller soon while newcomers never stop coming', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 1_000 });
  const { begun, begin } = listing(run);
  await Promise.all(Array.from({ length: 5 }, () => begin('visitor')));
  begun.length = 0;
  // Each of these connections comes back under a new name every time.
  const storm = Array.from({ length: 20 }, async (_, connection) => {
    for (let index = 0; index < 30; index += 1) await begin(`newcomer ${connection} ${index}`);
  });
  const served = begin('visitor');
  await Promise.all([...storm, served]);
  expect(begun.indexOf('visitor')).toBeLessThanOrEqual(80);
});

it('serves whoever comes back before newcomers who wait already', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 1_000 });
  const { begun, begin } = listing(run);
  await begin('visitor');
  await Promise.all(Array.from({ length: 60 }, (_, index) => begin(`earlier ${index}`)));
  begun.length = 0;
  const crowd = Array.from({ length: 10 }, (_, index) => begin(`newcomer ${index}`));
  await Promise.all([...crowd, begin('visitor')]);
  expect(begun.indexOf('visitor')).toBe(1);
});

it.each([
  ['IPv4', (index: number) => `203.0.113.${index}`, '198.51.100.7'],
  ['IPv6', (index: number) => `2001:db8:7:${index.toString(16)}::/64`, '2001:db8:8:1::/64'],
])(
  'serves a range of %s, each of whose addresses is new, as four visitors',
  async (_kind, pathOfChange, known) => {
    const run = createFairQueue({ atOnce: 1, longest: 1_000 });
    const { begun, begin } = listing(run);
    await Promise.all(Array.from({ length: 5 }, () => begin(known)));
    begun.length = 0;
    const flood = Array.from({ length: 200 }, (_, index) => begin(pathOfChange(index + 1)));
    await Promise.all([...flood, begin(known), begin(known), begin(known)]);
    const turns = begun.flatMap((caller, index) => (caller === known ? [index] : []));
    // First the lead that newcomers have over a known caller, then four for each of its turns.
    expect(turns[0]).toBeLessThanOrEqual(13);
    expect((turns[2] ?? 0) - (turns[0] ?? 0)).toBeLessThanOrEqual(10);
  },
);

it('has a range give way in a full queue, however little each of its addresses asks', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 100 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { attempt } = listing(run, () => gate);
  const flood = Array.from({ length: 101 }, (_, index) => attempt(`203.0.113.${index}`));
  const ofRange = attempt('203.0.113.200');
  const visitors = [attempt('198.51.100.7'), attempt('192.0.2.1')];
  open();
  expect(await ofRange).toBeInstanceOf(QueueFull);
  expect(await Promise.all(visitors)).toEqual([expect.any(Number), expect.any(Number)]);
  const refused = (await Promise.all(flood)).filter((error) => error instanceof QueueFull);
  expect(refused).toHaveLength(2);
});

it('lets a range run and wait with as much as four callers', async () => {
  const run = createFairQueue({ atOnce: 10, longest: 100, share: 2, perCaller: 1 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { begun, attempt } = listing(run, () => gate);
  const flood = Array.from({ length: 20 }, (_, index) => attempt(`203.0.113.${index}`));
  expect(begun).toHaveLength(8);
  const visit = attempt('198.51.100.7');
  expect(begun.at(-1)).toBe('198.51.100.7');
  open();
  await visit;
  const refused = (await Promise.all(flood)).filter((error) => error instanceof QueueFull);
  expect(refused).toHaveLength(8);
});

it('lets one caller wait with its share alone, and a full queue give way to others', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 4, perCaller: 3 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { begin } = listing(run, () => gate);
  const first = begin('greedy');
  const greedy = [1, 2, 3].map(() => begin('greedy'));
  const last = expect(greedy[2]).rejects.toBeInstanceOf(QueueFull);
  await expect(begin('greedy')).rejects.toBeInstanceOf(QueueFull);
  const others = [begin('visitor'), begin('another')];
  await last;
  open();
  await Promise.all([first, greedy[0], greedy[1], ...others]);
});

it('continues after work that failed', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 1 });
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run(async () => 'yes')).toBe('yes');
});

it('leaves the others their turns while one caller’s share is taken', async () => {
  const run = createFairQueue({ atOnce: 3, longest: 10, share: 2 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { begun, begin } = listing(run, (place) => (place < 2 ? gate : undefined));
  const greedy = ['greedy', 'greedy', 'greedy'].map(begin);
  await begin('visitor');
  await begin('visitor');
  expect(begun).toEqual(['greedy', 'greedy', 'visitor', 'visitor']);
  open();
  await Promise.all(greedy);
  expect(begun).toHaveLength(5);
});

it('lets callers who asked for little go before those who asked for much', async () => {
  const run = createFairQueue({ atOnce: 1, longest: 10, perCaller: 1, light: 3 });
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const { begun, attempt } = listing(run, (place) => gates[place]?.promise);
  const first = attempt('visitor');
  const busy = Array.from({ length: 5 }, () => attempt('busy'));
  // Refused or not, it asked for more, even though more was done for the visitor.
  expect(await busy[1]).toBeInstanceOf(QueueFull);
  const again = attempt('visitor');
  for (const { resolve } of gates) resolve();
  await Promise.all([first, again, ...busy]);
  expect(begun).toEqual(['visitor', 'visitor', 'busy']);
});

it('treats a range that asked for much like a busy caller', async () => {
  const run = createFairQueue({ atOnce: 2, longest: 100, light: 5, keptForLight: 1 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { begun, begin } = listing(run);
  for (let index = 0; index < 40; index += 1) await begin(`203.0.113.${index}`);
  begun.length = 0;
  const running = run(() => gate, '203.0.113.50');
  const waiting = begin('203.0.113.51');
  await begin('198.51.100.7');
  expect(begun).toEqual(['198.51.100.7']);
  open();
  await Promise.all([running, waiting]);
});

it('keeps turns for callers who asked for little', async () => {
  const run = createFairQueue({ atOnce: 2, longest: 10, light: 1, keptForLight: 1 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { begun, begin } = listing(run, () => gate);
  const all = ['busy', 'busy', 'busy', 'visitor'].map(begin);
  expect(begun).toEqual(['busy', 'visitor']);
  open();
  await Promise.all(all);
  expect(begun).toHaveLength(4);
});
