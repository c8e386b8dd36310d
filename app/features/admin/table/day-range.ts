/**
 * Calendar days of the person who looks (requirements §9.4 counts from local midnight), as moments:
 * the last day is included, so the range ends before the day after. '' leaves a side open.
 */
export function toMoments(from: string, until: string): { from?: string; until?: string } {
  return {
    ...(from ? { from: localMidnight(from, 0) } : {}),
    ...(until ? { until: localMidnight(until, 1) } : {}),
  };
}

function localMidnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
