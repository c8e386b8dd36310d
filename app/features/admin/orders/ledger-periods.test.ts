import { expect, it } from 'vitest';
import { ledgerPeriods } from './ledger-periods.ts';

it('offers months by the shop’s clock, the newest first, then years', () => {
  // Still the last day of February in New York.
  const periods = ledgerPeriods(new Date('2028-03-01T04:00:00Z'), 'America/New_York');
  expect(periods.slice(0, 3)).toEqual([
    { label: 'February 2028', first: '2028-02-01', last: '2028-02-29' },
    { label: 'January 2028', first: '2028-01-01', last: '2028-01-31' },
    { label: 'December 2027', first: '2027-12-01', last: '2027-12-31' },
  ]);
  expect(periods.slice(-3)).toEqual([
    { label: 'February 2027', first: '2027-02-01', last: '2027-02-28' },
    { label: '2028', first: '2028-01-01', last: '2028-12-31' },
    { label: '2027', first: '2027-01-01', last: '2027-12-31' },
  ]);
});
