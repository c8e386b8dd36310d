import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppContextValues } from '#app/lib/app-context.ts';
import { createPages } from './create-pages.ts';
import type { StorefrontBuild } from './load-build.ts';
import { createPageCache } from './page-cache.ts';

vi.mock('react-router', () => ({
  createRequestHandler:
    () =>
    async ({ method, url }: Request) =>
      new Response(method === 'HEAD' ? null : `<p>${new URL(url).pathname}</p>`, {
        headers: { 'content-type': 'text/html' },
      }),
}));

const origin = 'http://shop.example:3000';
const build = {
  entry: { module: { createAppContext: () => ({}) } },
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
  const asked = new Request(new URL(url, origin), { method });
  if (pages.sendCached(incoming, outgoing)) return;
  pages.send(asked, incoming, outgoing).catch(() => outgoing.writeHead(500).end());
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const ask = (path: string, method = 'GET') =>
  new Promise<{ status?: number; length?: string; etag?: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', path, method }, (answer) => {
      const { 'content-length': length, etag } = answer.headers;
      answer.resume().on('end', () => resolve({ status: answer.statusCode, length, etag }));
    })
      .on('error', reject)
      .end();
  });

it.each(['/products', '/products?page=2'])(
  'tells HEAD of %s what GET would bring',
  async (path) => {
    const head = await ask(path, 'HEAD');
    expect(head).toEqual(await ask(path));
    expect(Number(head.length)).toBeGreaterThan(0);
  },
);

it('answers a request line that holds a whole address', async () => {
  expect((await ask('http://elsewhere.example/products')).status).toBe(200);
});
