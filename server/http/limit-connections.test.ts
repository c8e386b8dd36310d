import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BoundedMessage } from '@liv-fit/backend/http';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { limitConnections } from './limit-connections.ts';

const server = createServer({ IncomingMessage: BoundedMessage }, (request, response) => {
  if (isHeld(request.socket)) return;
  request.resume().on('end', () => response.end('ok'));
});
server.on('clientError', (_error, socket) => socket.destroy());
const limits = {
  perNetwork: 3,
  perNetworkOfMany: 1,
  newPerSecond: 1_000,
  many: 6,
  hold: 20,
  shutOut: 200,
  longestShutOut: 200,
  malformed: 3,
};
const isHeld = limitConnections(server, limits);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

/**
 * Opens a connection from that address and resolves once it is answered; null if it is closed
 * instead.
 */
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
  // Many are open now, so everybody's share is smaller.
  const third = await open('127.0.0.4');
  expect(third).not.toBeNull();
  expect(await open('127.0.0.4')).toBeNull();
  for (const socket of [...first, ...others, third]) socket?.destroy();
  await expect.poll(() => open('127.0.0.2')).not.toBeNull();
  server.closeAllConnections();
});

it('closes the connections of a network that opens them too quickly, and no other', async () => {
  const answered: (string | undefined)[] = [];
  const roomy = createServer((request, response) => {
    answered.push(request.socket.remoteAddress);
    response.end('ok');
  });
  limitConnections(roomy, { ...limits, perNetwork: 10_000, many: 100_000, newPerSecond: 50 });
  await new Promise<void>((resolve) => roomy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    roomy.close();
  });
  const { port } = roomy.address() as AddressInfo;
  const ask = (localAddress: string) =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      socket.once('close', resolve);
      socket.resume();
      socket.write('GET / HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n');
    });
  await Promise.all(Array.from({ length: 2_000 }, () => ask('127.0.0.10')));
  // Even if a busy machine takes long, it is not a full second for every fifty connections.
  expect(answered.length).toBeLessThan(2_000);
  await ask('127.0.0.11');
  expect(answered).toContain('127.0.0.11');
});

it('shuts out a network for a while after it misuses a connection', async () => {
  const bystanders = await Promise.all([open('127.0.0.6'), open('127.0.0.7')]);
  const misusing = await open('127.0.0.6');
  const closed = (socket: Socket | null | undefined) =>
    new Promise((resolve) => socket?.once('close', resolve));
  const ended = closed(bystanders[0]);
  misusing?.write('POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n');
  misusing?.write('1\r\n \r\n'.repeat(2_000));
  await ended;
  expect(await open('127.0.0.6')).toBeNull();
  expect(bystanders[1]?.destroyed).toBe(false);
  await expect.poll(() => open('127.0.0.6')).not.toBeNull();
  server.closeAllConnections();
});

it('shuts out a network that goes on sending what is no HTTP', async () => {
  const sendNonsense = async () => {
    const socket = await open('127.0.0.8');
    expect(socket).not.toBeNull();
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    socket?.write('no HTTP\r\n\r\n');
    await closed;
  };
  for (let index = 0; index < 4; index += 1) await sendNonsense();
  expect(await open('127.0.0.8')).toBeNull();
  await expect.poll(() => open('127.0.0.8')).not.toBeNull();
  server.closeAllConnections();
});

it.each([
  ['TLS', [0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0]],
  ['TURN', [0, 3, 0, 8, 0x21, 0x12, 0xa4, 0x42]],
])('shuts out nobody whose browser tries to speak %s', async (_name, bytes) => {
  const { port } = server.address() as AddressInfo;
  const hello = Buffer.from(bytes);
  const bystander = await open('127.0.0.9');
  for (let index = 0; index < 8; index += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(hello);
    // A hello longer than one packet arrives as two, and the parser reports both.
    await nextTurn();
    socket.write(hello);
    await closed;
  }
  expect(bystander?.destroyed).toBe(false);
  expect(await open('127.0.0.9')).not.toBeNull();
  server.closeAllConnections();
});

it('counts malformed bytes after the start of a request', async () => {
  const nonsense = async () => {
    const socket = await open('127.0.0.10');
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    socket?.write(Buffer.from([0x16, 3, 1]));
    await closed;
  };
  for (let index = 0; index < 4; index += 1) await nonsense();
  expect(await open('127.0.0.10')).toBeNull();
  server.closeAllConnections();
});
