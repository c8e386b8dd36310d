import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AppParts, createApp } from './app.ts';
import { createAddressReader } from './http/client-address.ts';
import { requestIdFields } from './http/request-id.ts';
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

/** Resolves when calls of `/rest/v1/held` should be answered. */
const held = Promise.withResolvers<void>();

/** Called for each error that the app reports. */
const failures: (() => void)[] = [];

const parts: AppParts = {
  api: async (request) => {
    if (request.url.includes('held')) await held.promise;
    return new Response('[]', {
      headers: request.url.includes('verify') ? { 'referrer-policy': 'no-referrer' } : {},
    });
  },
  functions: new Hono().all('*', (c) => c.text('Unknown', 404)),
  webhooks: new Hono(),
  authenticity: new Hono(),
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
  pace: null,
  development: null,
  whyNotReady: async () => null,
  assets: null,
  sharedAssets: null,
  metrics: null,
  tracing: null,
  accessLog: null,
  onError: () => {
    for (const report of failures) report();
  },
};
const server = createServer(createApp(parts));
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
    ['the REST API', '/rest/v1/products', {}, 200],
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

it('refuses excess requests, except for checkout, cached pages and health checks', async () => {
  const ask = (path: string) => fetch(origin + path);
  const calls = Array.from({ length: 450 }, () => ask('/rest/v1/held'));
  const refused = await Promise.race(calls);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('/rest/v1/products')).status).toBe(503);
  for (const path of ['/products', '/healthz', '/readyz', '/auth/v1/token']) {
    expect((await ask(path)).status).toBe(200);
  }
  held.resolve();
  await Promise.all(calls);
  expect((await ask('/rest/v1/products')).status).toBe(200);
});

it.each(['/healthz', '/products', '/rest/v1/products'])(
  'answers %s for others while a network is beyond its pace',
  async (path) => {
    const pace = { perSecond: 0.001, ahead: 1, longestWait: 0 };
    const paced = createServer(createApp({ ...parts, pace }));
    paced.listen(0, '127.0.0.1');
    await once(paced, 'listening');
    onTestFinished(() => void paced.close());
    const { port } = paced.address() as AddressInfo;
    const ask = async (localAddress: string) => {
      const headers = { host: new URL(origin).host };
      const asked = get({ port, host: '127.0.0.1', localAddress, path, headers, agent: false });
      const [response] = await once(asked, 'response');
      response.resume();
      return response.statusCode;
    };
    expect([await ask('127.0.0.1'), await ask('127.0.0.1')]).toEqual([200, 503]);
    expect(await ask('127.0.9.2')).toBe(200);
  },
);

it('leaves a header alone that an answer sets itself', async () => {
  const answer = await fetch(`${origin}/auth/v1/verify`);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
});

describe('the id of a request', () => {
  const idOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(origin + path, { headers })).headers.get('x-request-id');
  const made = /^[0-9a-f-]{36}$/;

  it.each(['/products', '/about', '/rest/v1/products', '/healthz'])(
    'is taken over by %s',
    async (path) => {
      expect(await idOf(path, { 'x-request-id': 'proxy:1-Root=a.b/c+d_e' })).toBe(
        'proxy:1-Root=a.b/c+d_e',
      );
    },
  );

  it('is generated for each request that has none', async () => {
    const ids = [await idOf('/products'), await idOf('/products'), await idOf('/healthz')];
    for (const id of ids) expect(id).toMatch(made);
    expect(new Set(ids).size).toBe(3);
  });

  it.each(['a b', 'a"b', 'é', '<script>', 'a'.repeat(129)])('is made instead of %s', async (id) => {
    expect(await idOf('/healthz', { 'x-request-id': id })).toMatch(made);
  });

  it('appears in log lines', async () => {
    const logged: unknown[] = [];
    failures.push(() => logged.push(requestIdFields()));
    await idOf('/robots.txt', { 'x-request-id': 'abc' });
    expect(logged).toEqual([{ requestId: 'abc' }]);
    expect(requestIdFields()).toEqual({});
  });
});
