import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { createAddressReader } from './http/client-address.ts';
import { createSiteOrigin } from './http/site-origin.ts';
import { createPages } from './pages/create-pages.ts';
import type { StorefrontBuild } from './pages/load-build.ts';
import { createPageCache } from './pages/page-cache.ts';

const siteOrigin = createSiteOrigin(null, { origin: 'http://127.0.0.1', hosts: new Set() });
const cache = createPageCache();
const page = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  etag: 'W/"1"',
  body: Buffer.from('<p>Cached</p>'),
  cacheable: true,
  compressed: new Map(),
};

const app = createApp({
  api: (request) =>
    new Response('[]', {
      headers: request.url.includes('verify') ? { 'referrer-policy': 'no-referrer' } : {},
    }),
  functions: new Hono().all('*', (c) => c.text('Unknown', 404)),
  webhooks: new Hono(),
  crawlers: new Hono().get('/robots.txt', () => {
    throw new Error('broken');
  }),
  previews: new Hono(),
  pages: createPages({
    build: { routes: {} } as StorefrontBuild,
    mode: 'production',
    cache,
    contextOf: () => Promise.reject(new Error('unavailable')),
    cacheOriginOf: siteOrigin.known,
    onError: () => {},
  }),
  siteOrigin,
  publishableKey: '',
  headers: { 'x-frame-options': 'DENY', 'referrer-policy': 'strict-origin' },
  readAddress: createAddressReader(''),
  development: null,
  checkDatabase: async () => {},
  assets: null,
  onError: () => {},
});
const server = createServer(app);
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await cache.fill(`${origin}/products`, async () => page);
});
afterAll(() => server.close());

describe('every answer carries the security headers', () => {
  it.each([
    ['a cached page', '/products', {}, 200],
    ['a cached page that the browser still has', '/products', { 'if-none-match': 'W/"1"' }, 304],
    ['a page that is not cached and fails', '/about', {}, 500],
    ['the table interface', '/rest/v1/products', {}, 200],
    ['an unknown function', '/functions/v1/unknown', {}, 404],
    ['a failure', '/robots.txt', {}, 500],
    ['a probe', '/healthz', {}, 200],
  ])('%s', async (_name, path, headers: Record<string, string>, status) => {
    const answer = await fetch(origin + path, { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin');
  });
});

it('leaves a header alone that an answer sets itself', async () => {
  const answer = await fetch(`${origin}/auth/v1/verify`);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
});
