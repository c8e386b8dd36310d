import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paceRefusals } from './pace-refusals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lets a network that is refused again and again wait for it, and no one else', async () => {
  let status = 429;
  const answer = paceRefusals<undefined>(() => new Response(null, { status }));
  const ask = (address: string) =>
    answer(
      new Request('http://shop.example/', { headers: { 'x-forwarded-for': address } }),
      undefined,
    );
  for (let time = 0; time < 20; time += 1) expect((await ask('192.0.2.1')).status).toBe(429);
  let told = false;
  const late = ask('192.0.2.1').then(() => {
    told = true;
  });
  expect((await ask('192.0.2.2')).status).toBe(429);
  await vi.advanceTimersByTimeAsync(900);
  expect(told).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await late;
  status = 200;
  expect((await ask('192.0.2.1')).status).toBe(200);
});
