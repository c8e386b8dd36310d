import { expect, it } from 'vitest';
import { sumChecks } from './sum-checks.ts';

it('adds checks up by day and outcome, and by country', () => {
  const row = (day: string, outcome: string, country: string | null, checks: number) => ({
    ...{ day, outcome, country, checks },
  });
  expect(
    sumChecks([
      row('2026-11-22', 'first', 'US', 2),
      row('2026-11-23', 'first', 'DE', 3),
      row('2026-11-23', 'first', 'US', 4),
      row('2026-11-23', 'unknown', null, 1),
    ]),
  ).toEqual({
    days: [
      { day: '2026-11-23', total: 8, of: { first: 7, unknown: 1 } },
      { day: '2026-11-22', total: 2, of: { first: 2 } },
    ],
    outcomes: ['first', 'unknown'],
    countries: [
      { country: 'US', checks: 6 },
      { country: 'DE', checks: 3 },
      { country: null, checks: 1 },
    ],
  });
});
