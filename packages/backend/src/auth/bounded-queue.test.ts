import { expect, it } from 'vitest';
import { createQueue, QueueFull } from './bounded-queue.ts';

it('runs a few at a time, in order, and refuses more than may wait', async () => {
  const run = createQueue(2, 3);
  const finish: (() => void)[] = [];
  const begun: number[] = [];
  const begin = (index: number) =>
    run(async () => {
      begun.push(index);
      await new Promise<void>((resolve) => finish.push(resolve));
      return index;
    });
  const all = [0, 1, 2, 3, 4].map(begin);
  await expect(begin(5)).rejects.toBeInstanceOf(QueueFull);
  expect(begun).toEqual([0, 1]);
  finish.shift()?.();
  await all[0];
  expect(begun).toEqual([0, 1, 2]);
  for (const result of all.slice(1)) {
    finish.shift()?.();
    await result;
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
});

it('lets callers take turns', async () => {
  const run = createQueue(1, 10);
  const begun: string[] = [];
  const begin = (caller: string) => run(async () => begun.push(caller), caller);
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(begin));
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

it('goes on after work that failed', async () => {
  const run = createQueue(1, 1);
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run(async () => 'yes')).toBe('yes');
});
