import { expect, it } from 'vitest';
import { dayIn } from './day-in.ts';

it('is the day where the shop is', () => {
  const at = new Date('2026-11-24T02:30:00Z');
  expect(dayIn('UTC', at)).toBe('2026-11-24');
  expect(dayIn('America/New_York', at)).toBe('2026-11-23');
});
