import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { listen, type ShopServer } from './http-server.ts';

let shop: ShopServer;
const agent = new Agent({ keepAlive: true });

afterEach(async () => {
  agent.destroy();
  await shop.close(0);
});

it('closes after its last response, even on keep-alive connections', async () => {
  shop = await listen(0, '127.0.0.1');
  shop.server.keepAliveTimeout = 0;
  let finish = () => {};
  const asked = new Promise<void>((resolve) => {
    shop.serve((_request, response) => {
      finish = () => response.end('bye');
      resolve();
    });
  });
  const answer = new Promise<string>((resolve, reject) => {
    get({ port: shop.port, host: '127.0.0.1', agent }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    }).on('error', reject);
  });
  await asked;
  const closed = shop.close(2 ** 31 - 1);
  finish();
  expect(await answer).toBe('bye');
  await closed;
});

it('refuses a request that names no host or two, and no other', async () => {
  shop = await listen(0, '127.0.0.1');
  shop.serve((_request, response) => response.end('served'));
  const ask = async (hosts: string) => {
    const socket = connect(shop.port, '127.0.0.1');
    socket.end(`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    const [line = ''] = (await text(socket)).split('\r\n');
    return line;
  };
  expect(await ask('Host: one.example\r\n')).toContain('200');
  expect(await ask('Host: one.example\r\nHOST: two.example\r\n')).toContain('400');
  expect(await ask('Host: one.example\r\nHost: one.example\r\n')).toContain('400');
  expect(await ask('')).toContain('400');
});

it.each([
  ['an unknown expectation', 'Host: a\r\nExpect: miracles\r\n', '417 Expectation Failed'],
  ['no host', '', '400 Bad Request'],
])('answers %s in turn, and closes the connection', async (_, headers, answer) => {
  shop = await listen(0, '127.0.0.1');
  shop.serve((_request, response) => response.end('served'));
  const misused = once(shop.server, 'clientError');
  const ask = async (count: number) => {
    const socket = connect(shop.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end(`GET / HTTP/1.1\r\n${headers}\r\n`.repeat(count));
    return text(socket).catch(() => '');
  };
  const answers = (await ask(5)).split('HTTP/1.1 ').slice(1);
  expect(answers).toEqual([expect.stringContaining(answer)]);
  await ask(50);
  // They count as requests that wait, of which a connection may have few.
  expect((await misused)[0]).toMatchObject({ code: 'ERR_CONNECTION_MISUSED' });
});

it('closes at once despite connections without a request', async () => {
  shop = await listen(0, '127.0.0.1');
  const accepted = once(shop.server, 'connection');
  const silent = connect(shop.port, '127.0.0.1');
  const closed = once(silent, 'close');
  silent.resume();
  await accepted;
  await shop.close(2 ** 31 - 1);
  await closed;
});

it('cuts off trickling bodies on close, but answers complete requests', async () => {
  shop = await listen(0, '127.0.0.1');
  const asked: string[] = [];
  let finish = () => {};
  shop.serve((request, response) => {
    asked.push(request.method ?? '');
    if (request.method === 'GET') finish = () => response.end('bye');
    else request.resume();
  });
  const answer = new Promise<string>((resolve, reject) => {
    get({ port: shop.port, host: '127.0.0.1', agent }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    }).on('error', reject);
  });
  const trickling = connect(shop.port, '127.0.0.1');
  const cut = once(trickling, 'close');
  trickling.on('error', () => {});
  trickling.write('POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 100\r\n\r\na');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  const closed = shop.close(2 ** 31 - 1);
  await cut;
  finish();
  expect(await answer).toBe('bye');
  await closed;
});
