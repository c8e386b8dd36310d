import { describe, expect, it } from 'vitest';
import { contentDate, formatDate, formatMoment } from './content-date.ts';

const now = new Date('2026-11-20T12:00:00Z');

describe('content dates', () => {
  it.each([null, undefined, '', 'soon', '1970-06-01', '1899-01-01'])('%s is today', (value) => {
    expect(contentDate(value, now)).toBe(now);
  });

  it('keeps a real date and shows it in the shop’s zone', () => {
    const date = contentDate('2026-11-05T02:00:00+00:00', now);
    expect(formatDate(date, 'UTC')).toBe('November 5, 2026');
    expect(formatDate(date, 'America/New_York')).toBe('November 4, 2026');
    const moment = formatMoment('2026-11-05T02:00:00Z', 'America/New_York');
    expect(moment.replaceAll('\u202f', ' ')).toBe('Nov 4, 2026, 9:00 PM');
  });
});
