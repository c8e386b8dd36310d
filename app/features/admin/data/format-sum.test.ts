import { expect, it } from 'vitest';
import { formatSum } from './format-sum.ts';

it.each([
  [0, '$0.00'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
  [3_050_516, '$30,505.16'],
  [-123_456_789, '-$1,234,567.89'],
])('writes %d cents as %s', (cents, text) => {
  expect(formatSum(cents)).toBe(text);
});
