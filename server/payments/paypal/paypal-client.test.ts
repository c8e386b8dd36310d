import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPaypalClient } from './paypal-client.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let calls: string[] = [];
let handle: Handler = () => {};
const server = createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`);
  if (request.url === '/v1/oauth2/token') return json(response, 200, token(calls.length));
  handle(request, response);
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  calls = [];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const token = (count: number) => ({ access_token: `token-${count}`, expires_in: 32400 });

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const newClient = (now = () => new Date()) =>
  createPaypalClient({
    clientId: 'id',
    clientSecret: 'secret',
    apiBase: base,
    tryMs: 300,
    operationMs: 500,
    now,
  });

it('asks for one token, however many calls begin at once, and for another when it ends', async () => {
  handle = (_request, response) => json(response, 200, {});
  let time = Date.now();
  const client = newClient(() => new Date(time));
  await Promise.all(Array.from({ length: 20 }, () => client.begin().get('/x')));
  const tokens = () => calls.filter((call) => call.endsWith('/oauth2/token')).length;
  expect(tokens()).toBe(1);
  time += 32_400_000;
  await client.begin().get('/x');
  expect(tokens()).toBe(2);
});

it('takes a new token when the one it has is refused', async () => {
  handle = ({ headers }, response) =>
    headers.authorization === 'Bearer token-1' ? json(response, 401, {}) : json(response, 200, {});
  expect(await newClient().begin().get('/x')).toMatchObject({ kind: 'answer', body: {} });
});

it('asks again for a lost answer, and never for work that has no id', async () => {
  handle = (request) => request.socket.destroy();
  const client = newClient();
  const kinds = [
    (await client.begin().get('/x')).kind,
    (await client.begin().post('/y', { requestId: 'r' })).kind,
    (await client.begin().post('/z', {})).kind,
  ];
  expect(kinds).toEqual(['unavailable', 'unavailable', 'unavailable']);
  const count = (call: string) => calls.filter((one) => one === call).length;
  expect([count('GET /x'), count('POST /y'), count('POST /z')]).toEqual([2, 2, 1]);
});

it('gives up on a server that does not answer, after one operation’s time', async () => {
  handle = () => {};
  const answer = await newClient().begin().get('/x');
  expect(answer).toMatchObject({ kind: 'unavailable' });
});

it.each([
  [404, 'not_found'],
  [400, 'refused'],
  [403, 'refused'],
  [422, 'refused'],
  [409, 'unavailable'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('takes %i for %s', async (status, kind) => {
  handle = (_request, response) => json(response, status, { details: [{ issue: 'WHY' }] });
  expect((await newClient().begin().get('/x')).kind).toBe(kind);
});

it('names the issue of a refusal and nothing of the request', async () => {
  handle = (_request, response) =>
    json(response, 422, {
      name: 'UNPROCESSABLE_ENTITY',
      debug_id: 'abc',
      details: [{ issue: 'ORDER_ALREADY_CAPTURED' }],
    });
  expect(await newClient().begin().post('/x', {})).toEqual({
    kind: 'refused',
    issue: 'ORDER_ALREADY_CAPTURED',
    detail: '422 ORDER_ALREADY_CAPTURED abc',
  });
});

it('trusts no answer that is no JSON', async () => {
  handle = (_request, response) => response.end('<html>');
  expect((await newClient().begin().get('/x')).kind).toBe('unavailable');
});
