import { expect, it } from 'vitest';
import { BoundedRateLimiter, rememberedKeys } from './bounded-rate-limiter.ts';

it('forgets the keys that were used the longest ago', async () => {
  const limiter = new BoundedRateLimiter({ points: 1, duration: 3_600 });
  const consumed = async (key: string) => (await limiter.get(key))?.consumedPoints ?? 0;
  await limiter.consume('first');
  await limiter.block('second', 3_600);
  for (let n = 1; n < rememberedKeys; n++) {
    await limiter.penalty(`other ${n}`);
    await limiter.reward('second');
  }
  expect(await consumed('first')).toBe(0);
  expect(await consumed('second')).not.toBe(0);
  expect(await consumed('other 1')).toBe(1);
  expect(limiter.dump().storage.length).toBe(rememberedKeys);
});
