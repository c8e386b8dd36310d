/** The day of a moment in a time zone, as 2026-11-24. */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}

/** The minute of a moment in a time zone, as 2026-11-24T09:30. */
export function minuteIn(timeZone: string, at: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${dayIn(timeZone, at)}T${time.format(at)}`;
}
