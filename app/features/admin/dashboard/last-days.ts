import { dayIn } from '#domain/day-in.ts';

/**
 * The last `days` calendar days of the time zone, today included, as `2026-11-23`. Days are counted,
 * not hours: a day on which clocks change has 23 or 25.
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
