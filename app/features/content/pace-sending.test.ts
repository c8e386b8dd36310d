import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startMinimumTime, waitForMinimumTime } from './pace-sending.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('delays only submissions that come too fast, by two seconds', async () => {
  startMinimumTime();
  let sent = 0;
  const send = () => waitForMinimumTime().then(() => sent++);
  send();
  await vi.advanceTimersByTimeAsync(1999);
  expect(sent).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toBe(1);
  await send();
  expect(sent).toBe(2);
});
