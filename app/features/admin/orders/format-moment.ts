const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "Nov 20, 2026, 3:04 PM", in the viewer's time zone. */
export function formatMoment(moment: string): string {
  return format.format(new Date(moment));
}
