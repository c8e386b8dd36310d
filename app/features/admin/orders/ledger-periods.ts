import { dayIn } from '#domain/day-in.ts';
import type { Days } from './export-ledger.ts';

export interface Period extends Days {
  label: string;
}

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** This year's months so far, newest first, then this year and last year; in the shop's time zone. */
export function ledgerPeriods(now: Date, timeZone: string): [Period, Period, ...Period[]] {
  const today = new Date(dayIn(timeZone, now));
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const monthsAgo = (ago: number): Period => ({
    label: monthName.format(Date.UTC(year, month - ago)),
    first: day(Date.UTC(year, month - ago)),
    last: day(Date.UTC(year, month - ago + 1, 0)),
  });
  const wholeYear = (of: number): Period => ({
    label: String(of),
    first: `${of}-01-01`,
    last: `${of}-12-31`,
  });
  const earlier = Array.from({ length: 11 }, (_, index) => monthsAgo(index + 2));
  return [monthsAgo(0), monthsAgo(1), ...earlier, wholeYear(year), wholeYear(year - 1)];
}

const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
