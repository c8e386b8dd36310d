import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paceRefusals } from './pace-refusals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('delays refusals only for a network that is refused again and again', async () => {
  let status = 429;
  const answer = paceRefusals<undefined>(
    () => new Response(null, { status }),
    () => {},
  );
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

it('reports a refusal before delaying it, and reports nothing else', async () => {
  let status = 200;
  const refused: string[] = [];
  const answer = paceRefusals<string>(
    () => new Response(null, { status }),
    (name) => refused.push(name),
  );
  const ask = (name: string) =>
    answer(
      new Request('http://shop.example/', { headers: { 'x-forwarded-for': '192.0.2.9' } }),
      name,
    );
  await ask('taken in');
  status = 429;
  for (let time = 0; time < 20; time += 1) await ask('at once');
  refused.length = 0;
  const late = ask('late');
  await vi.advanceTimersByTimeAsync(0);
  expect(refused).toEqual(['late']);
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
});

it('keeps no more than two thousand refusals waiting', async () => {
  const answer = paceRefusals<undefined>(
    () => new Response(null, { status: 429 }),
    () => {},
  );
  let told = 0;
  const ask = async () => {
    await answer(
      new Request('http://shop.example/', { headers: { 'x-forwarded-for': '192.0.2.8' } }),
      undefined,
    );
    told += 1;
  };
  const all = Promise.all(Array.from({ length: 2_500 }, ask));
  await vi.advanceTimersByTimeAsync(500);
  // The network's first twenty, and those beyond the most that may wait.
  expect(told).toBe(520);
  await vi.advanceTimersByTimeAsync(1_000);
  await all;
});
