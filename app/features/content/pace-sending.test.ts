import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteShown, paceSending } from './pace-sending.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('holds what comes at once back for two seconds, and nothing else', async () => {
  noteShown();
  let sent = 0;
  const send = () => paceSending().then(() => sent++);
  send();
  await vi.advanceTimersByTimeAsync(1999);
  expect(sent).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toBe(1);
  await send();
  expect(sent).toBe(2);
});
