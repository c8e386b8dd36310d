import { expect, it } from 'vitest';
import { lastDays } from './last-days.ts';

it('counts thirty days back over a change of clocks, at any hour', () => {
  const days = { first_day: '2026-10-24', last_day: '2026-11-22' };
  // 12:30 a.m. and 11:30 p.m. in New York; daylight saving time ended on November 1.
  for (const now of ['2026-11-22T05:30:00Z', '2026-11-23T04:30:00Z']) {
    expect(lastDays(new Date(now), 30, 'America/New_York')).toEqual(days);
  }
});
