import { describe, expect, it } from 'vitest';
import { formatAmount, fromSmallestUnit, toSmallestUnit } from './foreign-money.ts';

describe('amounts of other currencies', () => {
  it.each([
    ['49.90', 'USD', 4990, '$49.90'],
    ['19200', 'JPY', 19200, '¥19,200'],
    ['19257', 'JPY', 19257, '¥19,257'],
    ['1.230', 'KWD', 1230, 'KWD\u00a01.230'],
  ])('reads and writes %s of %s', (text, currency, smallest, shown) => {
    expect(toSmallestUnit(text, currency)).toBe(smallest);
    expect(fromSmallestUnit(smallest, currency)).toBe(text);
    expect(formatAmount(smallest, currency)).toBe(shown);
  });
});
