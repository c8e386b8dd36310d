import { dayIn } from '#domain/day-in.ts';

/**
 * The last `days` calendar days in the time zone, including today, as `2026-11-23`. Counts days,
 * not hours: when daylight saving time starts or ends, a day has 23 or 25.
 */
export function lastDays(
  now: Date,
  days: number,
  timeZone: string,
): { first_day: string; last_day: string } {
  const last = dayIn(timeZone, now);
  const first = new Date(last);
  first.setUTCDate(first.getUTCDate() - (days - 1));
  return { first_day: first.toISOString().slice(0, 10), last_day: last };
}
