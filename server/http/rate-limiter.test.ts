import { expect, it } from 'vitest';
import { createFailureLimiter } from './rate-limiter.ts';

it.each([
  ['IPv4', (n: number) => `203.0.113.${n}`, '203.0.114.1'],
  ['IPv6', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
])('counts failures of a range of %s as of four networks', async (_kind, addressOf, elsewhere) => {
  const guesses = createFailureLimiter(null, 'guesses', { count: 3, seconds: 3_600 });
  for (let n = 0; n < 12; n++) {
    expect(await guesses.wait(addressOf(n))).toBe(0);
    await guesses.count(addressOf(n));
  }
  expect(await guesses.wait(addressOf(100))).toBeGreaterThan(0);
  expect(await guesses.wait(elsewhere)).toBe(0);
  for (let n = 0; n < 3; n++) await guesses.count(elsewhere);
  expect(await guesses.wait(elsewhere)).toBeGreaterThan(0);
});
