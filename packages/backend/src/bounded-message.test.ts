import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BoundedMessage } from './bounded-message.ts';

let server: Server;
let port: number;
const received: number[] = [];

beforeAll(async () => {
  server = createServer({ IncomingMessage: BoundedMessage }, (incoming, outgoing) => {
    let length = 0;
    incoming.on('error', () => {});
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
    });
    incoming.on('end', () => outgoing.end(String(length)));
    incoming.on('close', () => received.push(length));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

it('takes a body that is written line by line', async () => {
  const asking = request({ port, host: '127.0.0.1', method: 'POST' });
  const answered = once(asking, 'response');
  for (let index = 0; index < 200; index += 1) asking.write(`${'x'.repeat(39)}\n`);
  asking.end();
  const [answer] = await answered;
  expect(await text(answer)).toBe('8000');
});

it.each([
  ['a byte', 1],
  ['a line', 34],
])('cuts off a long body in chunks of %s each', async (_, length) => {
  received.length = 0;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  socket.write(`${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`.repeat(50_000));
  socket.resume();
  await closed;
  await expect.poll(() => received).toHaveLength(1);
  expect(received[0]).toBeLessThan(length * 1_000);
});
