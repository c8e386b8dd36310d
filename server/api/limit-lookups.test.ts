import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { limitLookups } from './limit-lookups.ts';

function app() {
  return new Hono().use(limitLookups()).all('*', (c) => c.text('ok'));
}
const look = (on: Hono, headers: Record<string, string>, init: RequestInit = {}) =>
  on.request('/rest/v1/validity_codes', { ...init, headers });

it('lets twenty checks a minute through, then says how long to wait', async () => {
  const on = app();
  const headers = { 'x-lookup-key': 'SH1234', 'x-forwarded-for': '203.0.113.1' };
  for (let i = 0; i < 20; i++) {
    expect((await look(on, headers, { method: i % 2 ? 'HEAD' : 'GET' })).status).toBe(200);
  }
  const refused = await look(on, headers);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await look(on, { ...headers, 'x-forwarded-for': '203.0.113.2' })).status).toBe(200);
});

it('does not count what looks nothing up', async () => {
  const on = app();
  for (let i = 0; i < 40; i++) {
    expect((await look(on, { 'x-forwarded-for': '203.0.113.1' })).status).toBe(200);
  }
});
