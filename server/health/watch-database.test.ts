import { expect, it } from 'vitest';
import { watchDatabase } from './watch-database.ts';

/** A watch whose checks are triggered by the test. */
function open() {
  const told: string[] = [];
  let isDown = false;
  let next: () => unknown = () => {};
  const stop = watchDatabase({
    database: {
      query: async () => {
        if (isDown) throw new Error('no answer');
        return { rows: [], rowCount: 0 };
      },
    },
    timers: {
      set(callback) {
        next = callback;
        return {};
      },
      clear() {
        next = () => {};
      },
    },
    log: { error() {}, info() {} },
    alert: async ({ kind, state, detail }) => void told.push(`${kind} ${state} ${detail}`.trim()),
    shop: 'https://shop.example',
  });
  return {
    told,
    stop,
    async look(down: boolean) {
      isDown = down;
      await next();
    },
  };
}

it('tells once that the database does not answer, and that it is back', async () => {
  const watch = open();
  await watch.look(false);
  await watch.look(true);
  expect(watch.told).toEqual([]);
  for (let each = 0; each < 3; each += 1) await watch.look(true);
  expect(watch.told).toEqual(['database_down open no answer']);
  await watch.look(false);
  await watch.look(false);
  expect(watch.told).toEqual(['database_down open no answer', 'database_down closed']);
});

it('says nothing after a single failed check', async () => {
  const watch = open();
  await watch.look(true);
  await watch.look(false);
  await watch.look(true);
  expect(watch.told).toEqual([]);
});

it('looks no more once it is stopped', async () => {
  const watch = open();
  await watch.look(true);
  watch.stop();
  await watch.look(true);
  expect(watch.told).toEqual([]);
});
