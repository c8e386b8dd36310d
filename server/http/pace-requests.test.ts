import { once } from 'node:events';
import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { createAddressReader } from './client-address.ts';
import { paceRequests } from './pace-requests.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that answers one request a second of each network, and three ahead. */
async function start(now: () => number) {
  const answered: string[] = [];
  const read = createAddressReader('1');
  const pace = { perSecond: 1, ahead: 3, longestWait: 2_500 };
  server = createServer(
    paceRequests(
      (request, response) => {
        answered.push(String(request.headers['x-forwarded-for']));
        response.end('served');
      },
      read,
      pace,
      now,
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(() => agent.destroy());
  const { port } = server.address() as AddressInfo;
  const ask = async (address: string) => {
    const asked = get({ port, host: '127.0.0.1', agent, headers: { 'x-forwarded-for': address } });
    const [response] = await once(asked, 'response');
    response.resume();
    return response.statusCode as number;
  };
  return { ask, answered };
}

it('answers a network beyond its pace later, and others at once', async () => {
  const { ask, answered } = await start(() => 0);
  const first = await Promise.all(Array.from({ length: 3 }, () => ask('203.0.113.7')));
  expect(first).toEqual([200, 200, 200]);
  const late = ask('203.0.113.7');
  expect(await ask('198.51.100.7')).toBe(200);
  expect(await late).toBe(200);
  expect(answered.slice(3)).toEqual(['198.51.100.7', '203.0.113.7']);
});

it('refuses whom it would keep waiting for too long, without counting that', async () => {
  let now = 0;
  const { ask, answered } = await start(() => now);
  const many = Array.from({ length: 40 }, () => ask('203.0.113.7'));
  const statuses = await Promise.all(many);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(answered).toHaveLength(5);
  now = 3_000;
  expect(await ask('203.0.113.7')).toBe(200);
});

it('gives a range the pace of four networks', async () => {
  const { ask } = await start(() => 0);
  const asked = Array.from({ length: 60 }, (_, host) => ask(`203.0.113.${host}`));
  const statuses = await Promise.all(asked);
  // Of the three seconds ahead and the two and a half that may be waited.
  expect(statuses.filter((status) => status === 200)).toHaveLength(4 * 5.5);
});

it('gives back its pace with time', async () => {
  let now = 0;
  const { ask } = await start(() => now);
  for (let second = 0; second < 20; second += 1) {
    now = second * 1_000;
    expect(await ask('203.0.113.7')).toBe(200);
  }
});
