import { expect, it } from 'vitest';
import { countDays, periodBefore, readPeriod } from './period-before.ts';

it('returns the same number of days before a period, across months and leap days', () => {
  expect(periodBefore({ first: '2026-11-01', last: '2026-11-30' })).toEqual({
    first: '2026-10-02',
    last: '2026-10-31',
  });
  expect(periodBefore({ first: '2028-03-01', last: '2028-03-01' })).toEqual({
    first: '2028-02-29',
    last: '2028-02-29',
  });
});

it('reads what was asked for, else thirty days, and refuses what is no period', () => {
  expect(readPeriod('2026-10-01', '2026-10-07', 'UTC')).toEqual({
    first: '2026-10-01',
    last: '2026-10-07',
  });
  const usual = readPeriod('', '', 'UTC');
  expect(usual && countDays(usual)).toBe(30);
  expect(readPeriod('2026-10-08', '2026-10-07', 'UTC')).toBeNull();
  expect(readPeriod('2024-01-01', '2026-10-07', 'UTC')).toBeNull();
  expect(readPeriod('soon', '2026-10-07', 'UTC')).toBeNull();
});
