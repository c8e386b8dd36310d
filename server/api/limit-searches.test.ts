import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { limits } from '#server/limits.ts';
import { limitSearches } from './limit-searches.ts';

const open = () => new Hono().use(limitSearches(null)).all('*', (c) => c.text('ok'));
const call = async (on: Hono, path: string, { method = 'POST', address = '203.0.113.1' } = {}) =>
  on.request(path, { method, headers: { 'x-forwarded-for': address } });

it('takes a number of searches from an address, however the path is spelled', async () => {
  const on = open();
  const spellings = [
    '/rest/v1/rpc/search_shop',
    '/rest/v1/rpc/%73earch_shop',
    '/rest/v1//rpc/search_shop/',
  ];
  for (let i = 0; i < limits.searches.count; i++) {
    const method = i % 2 ? 'GET' : 'POST';
    expect((await call(on, spellings[i % spellings.length] ?? '', { method })).status).toBe(200);
  }
  for (const path of spellings) {
    const refused = await call(on, path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ message: 'Too many searches. Please wait.' });
  }
  const other = await call(on, '/rest/v1/rpc/search_shop', { address: '203.0.113.2' });
  expect(other.status).toBe(200);
  expect((await call(on, '/rest/v1/products', { method: 'GET' })).status).toBe(200);
});
