import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { forbidCachingLookups } from './forbid-caching-lookups.ts';
import { createCheckLimits, limitLookups } from './limit-lookups.ts';

const on = new Hono()
  .use(forbidCachingLookups)
  .use(limitLookups(createCheckLimits(null)))
  .all('*', (c) => c.text('ok'));
const look = (headers: Record<string, string>) => on.request('/rest/v1/orders', { headers });

it('lets no cache store the response to a lookup', async () => {
  for (const key of ['SH1234', 'cs_test_1']) {
    const answer = await look({ 'x-lookup-key': key });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect((await look({})).headers.get('cache-control')).toBeNull();
});

it('lets no cache store a refused lookup', async () => {
  let answer = await look({ 'x-lookup-key': 'SH1234' });
  for (let i = 0; i < 20; i++) answer = await look({ 'x-lookup-key': 'SH1234' });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});
