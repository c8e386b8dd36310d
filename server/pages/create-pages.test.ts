import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppContextValues } from '#app/lib/app-context.ts';
import { createPages } from './create-pages.ts';
import type { StorefrontBuild } from './load-build.ts';
import { createPageCache } from './page-cache.ts';

const reading = vi.hoisted(() => ({ gate: Promise.resolve() }));
const rendering = vi.hoisted(() => ({ gate: Promise.resolve(), paths: [] as string[] }));
const beginning = vi.hoisted(() => ({ seen: () => {} }));
vi.mock('react-router', () => ({
  createRequestHandler:
    () =>
    async ({ method, url }: Request, { renderInTurn }: Required<AppContextValues>) => {
      beginning.seen();
      const { pathname, search } = new URL(url);
      if (pathname.startsWith('/product/')) await reading.gate;
      return renderInTurn(async () => {
        rendering.paths.push(pathname + search);
        await rendering.gate;
        return new Response(method === 'HEAD' ? null : `<p>${pathname}</p>${text}`, {
          headers: { 'content-type': 'text/html' },
        });
      });
    },
}));

const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const origin = 'http://shop.example:3000';
const build = {
  entry: { module: { createAppContext: (values: AppContextValues) => values } },
  routes: {
    search: { id: 'search', path: 'search', module: { handle: { reads: ['q'] } } },
    products: {
      id: 'products',
      path: 'products',
      module: { handle: { reads: ['page'], keepsEach: true } },
    },
    product: { id: 'product', path: 'product/:slug', module: {} },
  },
} as unknown as StorefrontBuild;

const pages = createPages({
  build,
  mode: 'production',
  cache: createPageCache(),
  contextOf: async () => ({}) as AppContextValues,
  cacheOriginOf: () => origin,
  onError: () => {},
});

const server = createServer((incoming, outgoing) => {
  const { url = '/', method = 'GET' } = incoming;
  const address = String(incoming.headers['x-forwarded-for'] ?? '127.0.0.1');
  const headers = { 'x-forwarded-for': address };
  const asked = new Request(new URL(url, origin), { method, headers });
  if (pages.sendCached(incoming, outgoing, { 'x-frame-options': 'DENY' })) return;
  pages
    .send(asked, incoming, outgoing)
    .then((sent) => sent || outgoing.writeHead(429).end())
    .catch(() => outgoing.writeHead(500).end());
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const ask = (path: string, method = 'GET', address = '127.0.0.1') =>
  new Promise<{ status?: number; length?: string; etag?: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = { 'x-forwarded-for': address };
    request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
      const { 'content-length': length, etag } = answer.headers;
      answer.resume().on('end', () => resolve({ status: answer.statusCode, length, etag }));
    })
      .on('error', reject)
      .end();
  });

it.each(['/blog/a', '/products?page=3'])('tells HEAD of %s what GET would bring', async (path) => {
  const head = await ask(path, 'HEAD');
  expect(head).toEqual(await ask(path));
  expect(Number(head.length)).toBeGreaterThan(0);
});

it('sends a cached page, and what says that it is unchanged, with the headers of every answer', async () => {
  await ask('/blog');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/blog`;
  const cached = await fetch(url);
  expect(cached.headers.get('x-frame-options')).toBe('DENY');
  const known = { 'if-none-match': cached.headers.get('etag') ?? '' };
  const unchanged = await fetch(url, { headers: known });
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.get('x-frame-options')).toBe('DENY');
});

it('answers a request line that holds a whole address', async () => {
  expect((await ask('http://elsewhere.example/products')).status).toBe(200);
});

it('renders a visitor’s page before the many that others wait for, and refuses the most of those', async () => {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  rendering.gate = promise;
  rendering.paths.length = 0;
  const search = (words: string, address: string) => ask(`/search?q=${words}`, 'GET', address);
  const flood = Array.from({ length: 80 }, (_, index) => search(`flood${index}`, '203.0.113.1'));
  const refused = Array.from({ length: 16 }, () => Promise.race(flood));
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(Array(16).fill(429));
  const visitor = search('visitor', '203.0.113.2');
  await vi.waitFor(async () => {
    // Once a later request has been answered, the visitor's request must have arrived.
    expect((await ask('/blog/a')).status).toBe(200);
  });
  open();
  expect((await visitor).status).toBe(200);
  await Promise.all(flood);
  expect(rendering.paths.indexOf('/search?q=visitor')).toBeLessThanOrEqual(8);
});

it('caches a page without the parameters that it does not read', async () => {
  rendering.paths.length = 0;
  for (const path of ['/about', '/about?utm_source=mail', '/about?gclid=1&fbclid=2', '/about?']) {
    expect((await ask(path)).status).toBe(200);
  }
  expect(rendering.paths).toEqual(['/about']);
  rendering.paths.length = 0;
  for (const path of [
    '/products?a=1',
    '/products?page=2&b=2',
    '/products/?c=3&page=2',
    '/products?page=2&page=3',
  ]) {
    await ask(path);
  }
  expect(rendering.paths).toEqual(['/products', '/products?page=2', '/products/?page=2']);
  // Pages that read their parameters, and the router's own requests, are rendered for each request.
  const made = ['/search?q=resin', '/search/?q=resin', '/Search?utm_source=mail&q=resin'];
  const ofTheRouter = ['/about.data?_routes=root', '/__manifest?paths=%2Fabout'];
  rendering.paths.length = 0;
  for (const path of [...made, ...made, ...ofTheRouter, ...ofTheRouter]) await ask(path);
  expect(rendering.paths).toEqual([...made, ...made, ...ofTheRouter, ...ofTheRouter]);
});

it('accepts other requests between starting two pages', async () => {
  let turn = 0;
  let ticking = setImmediate(function tick() {
    turn += 1;
    ticking = setImmediate(tick);
  });
  const turns: number[] = [];
  beginning.seen = () => turns.push(turn);
  await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`/search?q=${index}`)));
  clearImmediate(ticking);
  expect(turns).toHaveLength(40);
  expect(new Set(turns).size).toBe(40);
});

it('answers other pages while the data of some is slow to come', async () => {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  reading.gate = promise;
  const address = (index: number) => `198.51.100.${index % 10}`;
  const slow = Array.from({ length: 100 }, (_, index) =>
    ask(`/product/${index}`, 'GET', address(index)),
  );
  expect((await ask('/terms', 'GET', '203.0.113.9')).status).toBe(200);
  open();
  await Promise.all(slow);
});

it.each(['br', 'gzip'])('compresses with %s, more thoroughly what it keeps', async (encoding) => {
  const read = async () => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/compressed-${encoding}`, {
      headers: { 'accept-encoding': encoding },
    });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(await answer.text()).toBe(`<p>/compressed-${encoding}</p>${text}`);
    return Number(answer.headers.get('content-length'));
  };
  const once = await read();
  expect(await read()).toBeLessThan(once);
});
