import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { listen, type ShopServer } from './http-server.ts';

let shop: ShopServer;
afterEach(() => shop.close(0));

async function open(): Promise<Socket> {
  const socket = connect(shop.port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nhost: shop\r\n\r\n`).join(
    '',
  );

it('begins the next answer of a connection when the one before has gone out', async () => {
  shop = await listen(0, '127.0.0.1');
  const begun: string[] = [];
  let finishFirst = () => {};
  const arrived = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  // The server itself sees every request, however many are waiting.
  let received = 0;
  shop.server.on('request', () => {
    received += 1;
    if (received === 3) arrived.resolve();
  });
  shop.serve((request, response) => {
    begun.push(request.url ?? '');
    if (begun.length === 1) finishFirst = () => response.end('done');
    else response.end('done');
    if (begun.length === 3) all.resolve();
  });
  const socket = (await open()).resume();
  socket.write(requests(3));
  await arrived.promise;
  expect(begun).toEqual(['/0']);
  finishFirst();
  await all.promise;
  expect(begun).toEqual(['/0', '/1', '/2']);
});

it('closes a connection on which too many wait', async () => {
  shop = await listen(0, '127.0.0.1');
  let begun = 0;
  shop.serve(() => {
    begun += 1;
  });
  const socket = (await open()).resume();
  socket.write(requests(40));
  await once(socket, 'close');
  expect(begun).toBe(1);
});
