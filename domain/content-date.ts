/**
 * The date of a post or testimonial. If empty, invalid or up to 1970: the current date
 * (requirements §5.4).
 */
export function contentDate(value: string | null | undefined, now: Date): Date {
  const date = value ? new Date(value) : now;
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() <= 1970 ? now : date;
}

/** Creating a formatter costs far more than using one. */
function formatsByZone(style: Intl.DateTimeFormatOptions) {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (date: Date, timeZone: string): string => {
    let formatter = formatters.get(timeZone);
    if (!formatter) {
      formatter = new Intl.DateTimeFormat('en-US', { ...style, timeZone });
      formatters.set(timeZone, formatter);
    }
    return formatter.format(date);
  };
}

/** "November 5, 2026", the same on server and browser because the zone is given. */
export const formatDate = formatsByZone({ dateStyle: 'long' });

const formatDateAndTime = formatsByZone({ dateStyle: 'medium', timeStyle: 'short' });

/** "Nov 5, 2026, 2:10 PM". */
export function formatMoment(moment: string, timeZone: string): string {
  return formatDateAndTime(new Date(moment), timeZone);
}
