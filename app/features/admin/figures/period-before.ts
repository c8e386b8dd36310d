import { lastDays } from '../dashboard/last-days.ts';

/** Calendar days, both included: `2026-11-20`. */
export interface Period {
  first: string;
  last: string;
}

/** As many days as the database adds up at once. */
export const mostDays = 400;

/** How many days it has; 0 or fewer where it ends before it begins, NaN where a day is none. */
export function countDays({ first, last }: Period): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const moved = new Date(day);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** As many days, up to the day before the first. */
export function periodBefore(period: Period): Period {
  const days = countDays(period);
  return { first: addDays(period.first, -days), last: addDays(period.first, -1) };
}

/** What was asked for; where that is nothing, the last 30 days. Null where the days are no period. */
export function readPeriod(from: string, until: string, timeZone: string): Period | null {
  const usual = lastDays(new Date(), 30, timeZone);
  const last = until || usual.last_day;
  const period = { first: from || addDays(last, -29), last };
  const days = countDays(period);
  return days >= 1 && days <= mostDays ? period : null;
}
