import type { Database } from '@liv-fit/backend/database';
import { expect, it, vi } from 'vitest';
import type { Job } from './job.ts';
import { createScheduler } from './scheduler.ts';
import { createFakeTimers } from './testing/fake-timers.ts';

const database = { kind: 'pglite' } as Database;

function open(run: Job['run'], { isHeld = false, whileHeld = false } = {}) {
  const timers = createFakeTimers();
  const log = { error: vi.fn() };
  const scheduler = createScheduler({
    database,
    timers,
    isHeld: async () => isHeld,
    log,
    jobs: [{ name: 'tidy', everyMs: 5000, firstAfterMs: 10, whileHeld, run }],
  });
  return { timers, log, scheduler };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs a job at its first time and then every interval', async () => {
  const run = vi.fn(async () => {});
  const { timers, scheduler } = open(run);
  scheduler.start();
  expect(timers.fire()).toBe(10);
  await settled();
  expect(run).toHaveBeenCalledTimes(1);
  expect(timers.fire()).toBe(5000);
  await settled();
  expect(run).toHaveBeenCalledTimes(2);
});

it('never runs two rounds at once, and plans no next one before the end', async () => {
  let finish = () => {};
  const run = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const { timers, scheduler } = open(run);
  scheduler.start();
  timers.fire();
  const second = scheduler.run('tidy');
  await settled();
  expect(run).toHaveBeenCalledTimes(1);
  expect(timers.waits()).toEqual([]);
  finish();
  await second;
  await settled();
  expect(timers.waits()).toEqual([5000]);
});

it('reports a failed round and goes on', async () => {
  const { timers, log, scheduler } = open(() => Promise.reject(new Error('no')));
  scheduler.start();
  timers.fire();
  await settled();
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ job: 'tidy' }), 'A job failed.');
  expect(timers.waits()).toEqual([5000]);
  await expect(scheduler.run('tidy')).rejects.toThrow('no');
});

it('waits for the round under way when it stops, and starts no other', async () => {
  let finish = () => {};
  const { timers, scheduler } = open(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  scheduler.start();
  timers.fire();
  let stopped = false;
  const stopping = scheduler.stop().then(() => {
    stopped = true;
  });
  await settled();
  expect(stopped).toBe(false);
  finish();
  await stopping;
  await settled();
  expect(timers.waits()).toEqual([]);
});

it('aborts the running round’s signal when it stops', async () => {
  const { timers, scheduler } = open(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
  );
  scheduler.start();
  timers.fire();
  await settled();
  await scheduler.stop();
  expect(timers.waits()).toEqual([]);
});

it('skips jobs while the shop is held, except those that may run', async () => {
  for (const whileHeld of [false, true]) {
    const run = vi.fn(async () => {});
    const { timers, scheduler } = open(run, { isHeld: true, whileHeld });
    scheduler.start();
    timers.fire();
    await settled();
    await scheduler.run('tidy');
    expect(run).toHaveBeenCalledTimes(whileHeld ? 2 : 0);
    expect(timers.waits()).toEqual([5000]);
  }
});

it('knows its jobs by name', async () => {
  const { scheduler } = open(async () => {});
  await expect(scheduler.run('nothing')).rejects.toThrow(RangeError);
});
