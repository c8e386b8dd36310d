import { expect, it } from 'vitest';
import { createFailureLimiter, createRateLimiter } from './rate-limiter.ts';

it.each([
  ['IPv4', (n: number) => `203.0.113.${n}`, '203.0.114.1'],
  ['IPv6', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
])(
  'counts failures of a range of %s as of four networks',
  async (_kind, pathOfChange, elsewhere) => {
    const guesses = createFailureLimiter(null, 'guesses', { count: 3, seconds: 3_600 });
    const fail = (address: string) => guesses.attempt(address, async () => false);
    for (let n = 0; n < 12; n++) expect(await fail(pathOfChange(n))).toBe(0);
    expect(await fail(pathOfChange(100))).toBeGreaterThan(0);
    for (let n = 0; n < 3; n++) expect(await fail(elsewhere)).toBe(0);
    expect(await fail(elsewhere)).toBeGreaterThan(0);
  },
);

it('counts no attempt that succeeds, or whose outcome is not known', async () => {
  const guesses = createFailureLimiter(null, 'guesses', { count: 3, seconds: 3_600 });
  const many = Array.from({ length: 50 }, () => guesses.attempt('203.0.113.1', async () => true));
  expect(new Set(await Promise.all(many))).toEqual(new Set([0]));
  const away = () => guesses.attempt('203.0.113.1', () => Promise.reject(new Error('Away.')));
  for (let n = 0; n < 5; n++) await expect(away()).rejects.toThrow('Away.');
  expect(await guesses.attempt('203.0.113.1', async () => false)).toBe(0);
});

it('keeps the counts of a bounded number of networks in memory', async () => {
  const count = createRateLimiter(null, 'calls', { count: 1, seconds: 3_600 });
  expect(await count('first')).toBe(0);
  expect(await count('first')).toBeGreaterThan(0);
  for (let n = 0; n < 20_000; n++) await count(`other ${n}`);
  expect(await count('first')).toBe(0);
});
