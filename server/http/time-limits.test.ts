import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { listen, type ShopServer } from './http-server.ts';
import type { TimeLimits } from './time-limits.ts';

/** So long that only the limit under test can end anything. */
const patient: TimeLimits = { headers: 60_000, body: 60_000, bodyRate: 1, reading: 60_000 };

let shop: ShopServer;
afterEach(() => shop.close(0));

async function open(limits: Partial<TimeLimits>): Promise<Socket> {
  shop = await listen(0, '127.0.0.1', { limits: { ...patient, ...limits } });
  shop.serve((request, response) => {
    request.on('error', () => {});
    if (request.url === '/large') response.end(Buffer.alloc(64 * 1024 * 1024));
    else request.resume().once('end', () => response.end('whole'));
  });
  const socket = connect(shop.port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

async function restOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  // Not `once`, which rejects if another byte is written to the connection that has just ended.
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

/** Sends one byte every few milliseconds until the connection ends. */
function trickle(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 20);
  socket.once('close', () => clearInterval(timer));
}

describe('a request that is sent too slowly', () => {
  it.each([
    ['announced', 'content-length: 100000', 'x'],
    ['chunked', 'transfer-encoding: chunked', '1\r\nx\r\n'],
  ])('ends with 408 when its body trickles, %s', async (_how, framing, piece) => {
    const socket = await open({ body: 200, bodyRate: 16_000 });
    socket.write(`POST / HTTP/1.1\r\nhost: shop\r\n${framing}\r\n\r\n`);
    trickle(socket, piece);
    expect(await restOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('goes on while its body keeps up a rate, however long that takes', async () => {
    const socket = await open({ body: 200, bodyRate: 100 });
    const length = 40 * 1000;
    socket.write(`POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: ${length}\r\n\r\n`);
    const text = once(socket, 'data');
    // 40 pieces with pauses take several times the 200 ms that every body gets.
    for (let sent = 0; sent < length; sent += 1000) {
      socket.write('x'.repeat(1000));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(String(await text)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ends with 408 when its headers trickle', async () => {
    const socket = await open({ headers: 200 });
    socket.write('GET / HTTP/1.1\r\nhost: shop\r\n');
    trickle(socket, 'x');
    expect(await restOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });
});

it('disconnects a visitor who does not read the response', async () => {
  const socket = await open({ reading: 200 });
  const asked = once(shop.server, 'request');
  socket.pause().write('GET /large HTTP/1.1\r\nhost: shop\r\n\r\n');
  const [, response] = (await asked) as [unknown, ServerResponse];
  await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});

it('answers a body that is too long before closing, also where closing was asked for', async () => {
  shop = await listen(0, '127.0.0.1', { limits: patient });
  shop.serve((request, response) => {
    response.writeHead(413).end('too long');
    request.resume();
  });
  const socket = connect(shop.port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => {
    socket.destroy();
  });
  const answer = once(socket, 'data');
  const length = 8 * 1024 * 1024;
  socket.write(`POST / HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n`);
  socket.write(`content-length: ${length}\r\n\r\n`);
  socket.write(Buffer.alloc(length));
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 413 /);
});
