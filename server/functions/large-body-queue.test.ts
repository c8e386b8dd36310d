import { expect, it } from 'vitest';
import { createLargeBodyQueue } from './large-body-queue.ts';

it('processes the next body while the previous response is waiting', async () => {
  const takeLarge = createLargeBodyQueue();
  const { promise: stored, resolve: store } = Promise.withResolvers<string>();
  const first = takeLarge(
    'a',
    () => 'first',
    () => stored,
  );
  const second = await takeLarge(
    'b',
    () => 'second',
    (parsed) => parsed,
  );
  expect(second).toBe('second');
  store('stored');
  expect(await first).toBe('stored');
});

it('tells whoever asked that the answer failed', async () => {
  const failed = createLargeBodyQueue()(
    'a',
    () => 'first',
    () => Promise.reject(new Error('no')),
  );
  await expect(failed).rejects.toThrow('no');
});
