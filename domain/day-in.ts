/** The date of a moment in a time zone, as 2026-11-24. */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}

/** The date and time of a moment in a time zone, as 2026-11-24T09:30. */
export function minuteIn(timeZone: string, at: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${dayIn(timeZone, at)}T${time.format(at)}`;
}

/** The inverse: the moment of such a date and time. */
export function momentOf(minute: string, timeZone: string): Date {
  const asUtc = Date.parse(`${minute}:00Z`);
  const offsetAt = (at: number) => Date.parse(`${minuteIn(timeZone, new Date(at))}:00Z`) - at;
  // A daylight saving change may lie between the guess and the result, so the offset is read twice.
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)));
}
