import { expect, it } from 'vitest';
import { createCachedReader } from './cached-reader.ts';

/** A reader whose loads finish when and how the test decides. */
function openReader() {
  const loads: PromiseWithResolvers<string>[] = [];
  const reader = createCachedReader(() => {
    const load = Promise.withResolvers<string>();
    loads.push(load);
    return load.promise;
  });
  return { reader, loads };
}

it('keeps the result of the newest read, whichever finishes last', async () => {
  const { reader, loads } = openReader();
  const before = reader.refresh();
  const after = reader.refresh();
  loads[1]?.resolve('after the change');
  await after;
  loads[0]?.resolve('before the change');
  await before;
  expect(await reader.read()).toBe('after the change');
  expect(loads).toHaveLength(2);
});

it('reads again after a reading that failed, and keeps what it has until then', async () => {
  const { reader, loads } = openReader();
  const first = reader.read();
  loads[0]?.resolve('first');
  expect(await first).toBe('first');
  const failing = reader.refresh();
  loads[1]?.reject(new Error('The database is away.'));
  await failing;
  expect(await reader.read()).toBe('first');
  loads[2]?.resolve('second');
  await expect.poll(() => reader.read()).toBe('second');
});

it('does not keep a first reading that failed', async () => {
  const { reader, loads } = openReader();
  const first = reader.read();
  loads[0]?.reject(new Error('The database is away.'));
  await expect(first).rejects.toThrow('away');
  const again = reader.read();
  loads[1]?.resolve('there');
  expect(await again).toBe('there');
});
