import { expect, it } from 'vitest';
import { dayIn, minuteIn, momentOf } from './day-in.ts';

it('is the day where the shop is', () => {
  const at = new Date('2026-11-24T02:30:00Z');
  expect(dayIn('UTC', at)).toBe('2026-11-24');
  expect(dayIn('America/New_York', at)).toBe('2026-11-23');
});

it('names the minute of a moment in a time zone', () => {
  expect(minuteIn('America/Denver', new Date('2026-12-01T16:00:59Z'))).toBe('2026-12-01T09:00');
  expect(minuteIn('Asia/Kolkata', new Date('2026-12-01T18:30:00Z'))).toBe('2026-12-02T00:00');
});

it.each([
  ['2026-12-01T09:00', 'America/Denver', '2026-12-01T16:00:00.000Z'],
  ['2026-12-02T00:00', 'Asia/Kolkata', '2026-12-01T18:30:00.000Z'],
  // Before and after the clocks change, on the day on which they do.
  ['2026-03-08T01:59', 'America/Denver', '2026-03-08T08:59:00.000Z'],
  ['2026-03-08T03:00', 'America/Denver', '2026-03-08T09:00:00.000Z'],
  ['2026-11-01T03:00', 'America/Denver', '2026-11-01T10:00:00.000Z'],
  ['2026-03-29T00:30', 'Pacific/Auckland', '2026-03-28T11:30:00.000Z'],
])('%s in %s is %s', (minute, timeZone, moment) => {
  expect(momentOf(minute, timeZone).toISOString()).toBe(moment);
});
