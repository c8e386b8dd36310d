import { lastDays } from '../dashboard/last-days.ts';

/** Calendar days, both inclusive: `2026-11-20`. */
export interface Period {
  first: string;
  last: string;
}

/** The most days the database sums up at once. */
export const maxDays = 400;

/** The number of days; 0 or less if the period ends before it begins, NaN if a day is invalid. */
export function countDays({ first, last }: Period): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
}

/** The date that many days later. */
export function addDays(day: string, days: number): string {
  const moved = new Date(day);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The period of the same length just before. */
export function periodBefore(period: Period): Period {
  const days = countDays(period);
  return { first: addDays(period.first, -days), last: addDays(period.first, -1) };
}

/** The requested period, or the last 30 days by default. Null if the days do not form a period. */
export function readPeriod(from: string, until: string, timeZone: string): Period | null {
  const usual = lastDays(new Date(), 30, timeZone);
  const last = until || usual.last_day;
  const period = { first: from || addDays(last, -29), last };
  const days = countDays(period);
  return days >= 1 && days <= maxDays ? period : null;
}
