import { describe, expect, it } from 'vitest';
import { formatMoney, sumLines, toCents, toDecimal } from './money.ts';

describe('money', () => {
  it('reads what the database and the wire send', () => {
    expect(toCents('49.90')).toBe(4990);
    expect(toCents(49.9)).toBe(4990);
    expect(toCents('0.07')).toBe(7);
    expect(toCents('-1.50')).toBe(-150);
    expect(toCents(98)).toBe(9800);
  });

  it.each(['98.9009', '1e9', 'NaN', '', '1,000', '0x10', '1.005'])('refuses %s', (amount) => {
    expect(() => toCents(amount)).toThrow(RangeError);
  });

  it('writes back exactly what it read', () => {
    for (let cents = -250; cents <= 100_000; cents += 7) {
      expect(toCents(toDecimal(cents))).toBe(cents);
      expect(toCents(Number(toDecimal(cents)))).toBe(cents);
    }
  });

  it('shows a dollar sign and two decimals', () => {
    expect(formatMoney(5)).toBe('$0.05');
    expect(formatMoney(123_456)).toBe('$1234.56');
    expect(formatMoney(-4990)).toBe('-$49.90');
  });

  it('adds lines without fractions', () => {
    expect(sumLines([{ priceCents: 1010, quantity: 3 }])).toBe(3030);
  });
});
