import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FetchPolicy, fetchPicture, publicPictures } from './fetch-picture.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Stands for a picture server on the web, but runs on this machine. */
const pages: Record<string, (answer: ServerResponse) => void> = {
  '/jar.png': (answer) => answer.end(png),
  '/gone': (answer) => answer.writeHead(404).end(png),
  '/page': (answer) => answer.end('<!doctype html><p>Sign in</p>'),
  '/announced': (answer) => answer.writeHead(200, { 'content-length': 5000 }).write(png),
  '/endless': (answer) => {
    const more = () => {
      while (answer.write(Buffer.alloc(500)));
      answer.once('drain', more);
    };
    more();
  },
  '/silent': () => {},
  '/dripping': (answer) => answer.write(png.subarray(0, 20)),
};
const asked: { path: string; to: string; headers: IncomingHttpHeaders }[] = [];
let server: ReturnType<typeof createServer>;
let port: string;
let policy: FetchPolicy;

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '127.0.0.2' },
        ],
      },
    ],
  });
  server = createServer({ key, cert }, (request, answer) => {
    const url = new URL(request.url ?? '/', 'https://localhost');
    asked.push({
      path: url.pathname,
      to: request.socket.localAddress ?? '',
      headers: request.headers,
    });
    const target = url.searchParams.get('to');
    if (target) answer.writeHead(302, { location: target }).end();
    else pages[url.pathname]?.(answer);
  });
  await new Promise<void>((listening) => server.listen(0, '0.0.0.0', listening));
  port = String((server.address() as AddressInfo).port);
  policy = {
    ...publicPictures,
    isAllowed: (address) => address === '127.0.0.1',
    port,
    maxBytes: 2000,
    timeoutMs: 20_000,
    ca: cert,
  };
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (path: string, host = 'localhost') => `https://${host}:${port}${path}`;
const leftOut = async (url: string, changed: Partial<FetchPolicy> = {}) => {
  const picture = await fetchPicture(url, { ...policy, ...changed });
  return picture.kind === 'left_out' ? picture.why : picture.kind;
};

it('fetches a picture, and says nothing of the shop', async () => {
  const picture = await fetchPicture(at('/jar.png?size=large'), policy);
  expect(picture).toEqual({ kind: 'fetched', type: 'image/png', bytes: png });
  expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'connection',
    'host',
    'user-agent',
  ]);
});

it('follows redirects', async () => {
  const twice = `/a?to=${encodeURIComponent(`/b?to=${encodeURIComponent(at('/jar.png', '127.0.0.1'))}`)}`;
  expect(await leftOut(at(twice))).toBe('fetched');
  expect(asked.map(({ path }) => path)).toEqual(['/a', '/b', '/jar.png']);
  const loop = at(`/loop?to=${encodeURIComponent('/loop?to=/loop')}`);
  expect(await leftOut(loop, { maxRedirects: 1 })).toBe('unreachable');
});

it('does not connect to this machine or its network, by address or by name', async () => {
  for (const url of [at('/jar.png'), at('/jar.png', '127.0.0.1'), at('/jar.png', '[::1]')]) {
    expect(await leftOut(url, { isAllowed: publicPictures.isAllowed })).toBe('not_allowed');
  }
  expect(asked).toEqual([]);
});

it.each([
  ['another address of this machine', () => at('/jar.png', '127.0.0.2')],
  ['IPv6', () => at('/jar.png', '[::1]')],
  ['IPv4 within IPv6', () => at('/jar.png', '[::ffff:127.0.0.1]')],
  ['another port', () => 'https://127.0.0.1/jar.png'],
  ['http', () => at('/jar.png').replace('https', 'http')],
  ['a file', () => 'file:///etc/passwd'],
  ['a password', () => at('/jar.png').replace('://', '://user:word@')],
])('does not follow a redirect to %s', async (_, target) => {
  expect(await leftOut(at(`/go?to=${encodeURIComponent(target())}`))).toBe('not_allowed');
  expect(asked.map(({ path }) => path)).toEqual(['/go']);
  expect(await leftOut(target())).toBe('not_allowed');
});

it('checks the connection itself, whatever the name resolved to before', async () => {
  const looks: string[] = [];
  const once = (address: string) => {
    if (address !== '127.0.0.1') return false;
    looks.push(address);
    return looks.length === 1;
  };
  expect(await leftOut(at('/jar.png'), { isAllowed: once })).toBe('not_allowed');
  expect(asked).toEqual([]);
});

it.each([
  ['/announced', 'too_large'],
  ['/endless', 'too_large'],
  ['/page', 'no_picture'],
  ['/gone', 'unreachable'],
])('leaves out %s as %s', async (path, why) => expect(await leftOut(at(path))).toBe(why));

it.each(['/silent', '/dripping'])('does not wait for %s', async (path) => {
  expect(await leftOut(at(path), { timeoutMs: 700 })).toBe('too_slow');
});

it('reports unknown hosts and untrusted certificates as unreachable', async () => {
  const { ca: _, ...unknown } = policy;
  expect(await fetchPicture(at('/jar.png'), unknown)).toMatchObject({ why: 'unreachable' });
  expect(await leftOut(at('/jar.png', 'nowhere.invalid'))).toBe('unreachable');
  expect(await leftOut('not an address')).toBe('not_allowed');
});
