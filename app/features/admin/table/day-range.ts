/**
 * Converts calendar days in the shop's time zone to moments for the database; the last day is
 * included. '' leaves a side open.
 */
export function toMoments(
  from: string,
  until: string,
  timeZone: string,
): { from?: string; until?: string } {
  return {
    ...(from ? { from: `${from} 00:00 ${timeZone}` } : {}),
    ...(until ? { until: `${until} 24:00 ${timeZone}` } : {}),
  };
}
