import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitConnections } from './limit-connections.ts';

const server = createServer((request, response) => {
  if (!isHeld(request.socket)) response.end('ok');
});
const isHeld = limitConnections(server, { perNetwork: 3, perNetworkOfMany: 1, many: 6, hold: 20 });
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

/** A connection from that address, once it is answered; null if it is closed instead. */
function open(localAddress: string): Promise<Socket | null> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.write('GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n');
    socket.once('data', () => resolve(socket));
    socket.once('close', () => resolve(null));
    socket.on('error', () => {});
  });
}

it('closes the connections of a network beyond its share, and no other', async () => {
  const first = await Promise.all([1, 2, 3].map(() => open('127.0.0.2')));
  expect(first).not.toContain(null);
  expect(await open('127.0.0.2')).toBeNull();
  const others = await Promise.all([1, 2, 3].map(() => open('127.0.0.3')));
  expect(others).not.toContain(null);
  // Many are open now, and everybody's share is smaller.
  const third = await open('127.0.0.4');
  expect(third).not.toBeNull();
  expect(await open('127.0.0.4')).toBeNull();
  for (const socket of [...first, ...others, third]) socket?.destroy();
  await expect.poll(() => open('127.0.0.2')).not.toBeNull();
  server.closeAllConnections();
});
