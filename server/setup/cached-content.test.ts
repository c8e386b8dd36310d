import { expect, test } from 'vitest';
import { createKeptContent } from './cached-content.ts';

const always = () => true;

test('reads once until a change', async () => {
  const content = createKeptContent(['partners']);
  let reads = 0;
  const read = () => content.keep('home', async () => ++reads, always);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(1);
  await content.refresh();
  expect(await read()).toBe(2);
});

test('does not cache reads that were in progress during a change', async () => {
  const content = createKeptContent(['partners']);
  const { promise: former, resolve } = Promise.withResolvers<string>();
  const reading = content.keep('home', () => former, always);
  await content.refresh();
  expect(await content.keep('home', async () => 'new', always)).toBe('new');
  resolve('former');
  expect(await reading).toBe('former');
  expect(await content.keep('home', async () => 'read again', always)).toBe('new');
});

test('reads again after a failure, and where something was missing', async () => {
  const content = createKeptContent(['partners']);
  const failing = () => Promise.reject(new Error('slow'));
  await expect(content.keep('home', failing, always)).rejects.toThrow('slow');
  expect(
    await content.keep(
      'home',
      async () => null,
      (read) => read !== null,
    ),
  ).toBe(null);
  expect(await content.keep('home', async () => 'there', always)).toBe('there');
});
