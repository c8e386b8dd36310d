/**
 * The date of a post or testimonial. Empty, invalid or up to 1970: the current date
 * (requirements §5.4).
 */
export function contentDate(value: string | null | undefined, now: Date): Date {
  const date = value ? new Date(value) : now;
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() <= 1970 ? now : date;
}

/** Making a formatter costs far more than using one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** "November 5, 2026", the same on server and browser because the zone is given. */
export function formatDate(date: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(date);
}
