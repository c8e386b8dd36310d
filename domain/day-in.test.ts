import { expect, it } from 'vitest';
import { dayIn, minuteIn } from './day-in.ts';

it('is the day where the shop is', () => {
  const at = new Date('2026-11-24T02:30:00Z');
  expect(dayIn('UTC', at)).toBe('2026-11-24');
  expect(dayIn('America/New_York', at)).toBe('2026-11-23');
});

it('names the minute of a moment in a time zone', () => {
  expect(minuteIn('America/Denver', new Date('2026-12-01T16:00:59Z'))).toBe('2026-12-01T09:00');
  expect(minuteIn('Asia/Kolkata', new Date('2026-12-01T18:30:00Z'))).toBe('2026-12-02T00:00');
});
