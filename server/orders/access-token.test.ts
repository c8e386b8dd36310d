import { expect, it } from 'vitest';
import { accessCookieName, accessTokenOf, hashAccessToken, opensOrder } from './access-token.ts';

it('is the same for the same attempt and order, and different for any other', () => {
  const token = accessTokenOf('key', 'order');
  expect(accessTokenOf('key', 'order')).toBe(token);
  expect(accessTokenOf('key2', 'order')).not.toBe(token);
  expect(accessTokenOf('key', 'order2')).not.toBe(token);
  expect(token).toMatch(/^[\w-]{43}$/);
});

it('opens only its own order, and the hash itself opens nothing', () => {
  const token = accessTokenOf('key', 'order');
  const hash = hashAccessToken(token);
  expect(opensOrder(token, hash)).toBe(true);
  expect(opensOrder(`${token}x`, hash)).toBe(false);
  expect(opensOrder(hash, hash)).toBe(false);
  expect(opensOrder(undefined, hash)).toBe(false);
  expect(opensOrder('', '')).toBe(false);
  expect(opensOrder(token, null)).toBe(false);
});

it('lives in a cookie named after the order', () => {
  expect(accessCookieName('4f1c2d3e-0000-4000-8000-000000000000')).toBe('order_4f1c2d3e');
});
