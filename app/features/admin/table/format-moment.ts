const formatter = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** "Nov 5, 2026, 2:10 PM", in the viewer's time zone. */
export function formatMoment(instant: string): string {
  return formatter.format(new Date(instant));
}
