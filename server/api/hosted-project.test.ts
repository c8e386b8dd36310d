import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { afterEach, expect, it } from 'vitest';
import { createHostedProject, type HostedProjectOptions } from './hosted-project.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a project that answers as specified, and the shop's server in front of it. */
async function front(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  options: HostedProjectOptions = {},
) {
  const project = createHostedProject(await listen(listener), options);
  return listen(getRequestListener((request) => project.fetch(request)));
}

it('passes a call on and its answer back, but for what belongs to one connection', async () => {
  let seen: IncomingMessage | undefined;
  const url = await front((request, response) => {
    seen = request;
    response.writeHead(206, {
      'content-type': 'application/json',
      'content-range': '0-0/5',
      'content-encoding': 'gzip',
      'set-cookie': 'gateway=1',
      connection: 'close',
    });
    response.end(gzipSync('[1]'));
  });
  const answer = await fetch(`${url}/rest/v1/items?select=*&name=eq.a%2Fb`, {
    headers: { apikey: 'k', prefer: 'count=exact', cookie: 'ours=1', 'x-forwarded-for': '1.2.3.4' },
  });
  expect(await answer.json()).toEqual([1]);
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe('0-0/5');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(seen?.url).toBe('/rest/v1/items?select=*&name=eq.a%2Fb');
  expect(seen?.headers).toMatchObject({ apikey: 'k', prefer: 'count=exact' });
  expect(seen?.headers['x-forwarded-for']).toBe('1.2.3.4');
  expect(seen?.headers.cookie).toBeUndefined();
  expect(seen?.headers.host).not.toBe(new URL(url).host);
});

it('passes redirects and empty answers on as they are', async () => {
  const url = await front((request, response) => {
    if (request.url === '/auth/v1/verify') {
      response.writeHead(303, { location: 'https://shop.example/auth' }).end();
    } else response.writeHead(204).end();
  });
  const redirect = await fetch(`${url}/auth/v1/verify`, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([
    303,
    'https://shop.example/auth',
  ]);
  expect((await fetch(`${url}/rest/v1/items`, { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(`${url}/rest/v1/items`, { method: 'HEAD' })).status).toBe(204);
});

it('streams large bodies both ways without holding them', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const url = await front(async (request, response) => {
    response.writeHead(200);
    // Each chunk is sent back before the next is read, so neither side can be waiting for the whole
    // body.
    for await (const chunk of request) response.write(chunk);
    response.end();
  });
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 64) controller.close();
      else controller.enqueue(piece);
    },
  });
  const answer = await fetch(`${url}/storage/v1/object/uploads/a`, {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  let received = 0;
  for await (const chunk of answer.body ?? []) received += chunk.byteLength;
  expect(received).toBe(64 * piece.length);
});

it('gives up on the project when the visitor does', async () => {
  const { promise: dropped, resolve: drop } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const url = await front((_request, response) => {
    response.once('close', drop);
    arrive();
  });
  const visitor = new AbortController();
  const call = fetch(`${url}/rest/v1/items`, { signal: visitor.signal });
  await arrived;
  visitor.abort();
  await expect(call).rejects.toThrow();
  await dropped;
});

it.each([
  ['/rest/v1/items', { code: 'PGRST000', details: null, hint: null }],
  ['/auth/v1/user', { code: 502, error_code: 'bad_gateway' }],
  ['/storage/v1/bucket', { statusCode: '502', error: 'Bad gateway' }],
])('answers %s in its own words when the project is away', async (path, words) => {
  const failures: unknown[] = [];
  const project = createHostedProject('http://127.0.0.1:1', {
    onError: (error) => failures.push(error),
  });
  const answer = await project.fetch(new Request(`http://shop.example${path}`));
  expect(answer.status).toBe(502);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.json()).toMatchObject(words);
  expect(failures).toHaveLength(1);
});

it('does not wait forever, but as long as an upload takes', async () => {
  const url = await front((request) => request.resume(), { patience: 50 });
  const waiting = await fetch(`${url}/rest/v1/items`);
  expect(waiting.status).toBe(504);
  expect(await waiting.json()).toMatchObject({ code: 'PGRST000' });
  const uploaded = await fetch(`${url}/storage/v1/object/a`, { method: 'POST', body: 'x' });
  expect(uploaded.status).toBe(504);
});

it('ends an answer that breaks off instead of passing half of it as whole', async () => {
  const url = await front((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  });
  const answer = await fetch(`${url}/rest/v1/items`);
  await expect(answer.text()).rejects.toThrow();
});
