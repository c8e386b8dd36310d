import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { BoundedMessage } from './bounded-message.ts';

let server: Server;
let port: number;
const received: number[] = [];

beforeAll(async () => {
  server = createServer({ IncomingMessage: BoundedMessage }, (incoming, outgoing) => {
    let length = 0;
    incoming.on('error', () => {});
    if (incoming.url === '/refused') {
      outgoing.end('Not wanted.');
      return;
    }
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

/** Sends a body of 300 lines, as clients do that write line by line; returns the answer. */
async function sendLines(agent?: Agent): Promise<string> {
  const asking = request({ port, host: '127.0.0.1', method: 'POST', ...(agent && { agent }) });
  const answered = once(asking, 'response');
  for (let index = 0; index < 300; index += 1) asking.write(`${'x'.repeat(39)}\n`);
  asking.end();
  const [answer] = await answered;
  return text(answer);
}

it('takes a body that is written line by line', async () => {
  expect(await sendLines()).toBe('12000');
});

it('takes many such bodies over one connection, if they come slowly', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  for (const seconds of [0, 3, 6, 9]) {
    now.mockReturnValue(seconds * 1_000);
    expect(await sendLines(agent)).toBe('12000');
  }
  await expect(sendLines(agent)).rejects.toThrow(/socket hang up|ECONNRESET|EPIPE/);
});

it('cuts off a connection whose requests have some small chunks each', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const one = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(200)}0\r\n\r\n`;
  let answers = 0;
  socket.on('data', (data) => {
    answers += data.toString('latin1').split('HTTP/1.1 200').length - 1;
  });
  socket.write(one.repeat(30));
  await closed;
  expect(answers).toBeLessThan(5);
});

it('takes any number of requests with few chunks over one connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  for (let round = 0; round < 100; round += 1) {
    const asking = request({ port, host: '127.0.0.1', method: 'POST', agent });
    const answered = once(asking, 'response');
    for (let index = 0; index < 12; index += 1) asking.write('x');
    asking.end();
    const [answer] = await answered;
    expect(await text(answer)).toBe('12');
  }
});

/** Sends a body of 50,000 chunks of that length; resolves once the connection is closed. */
async function sendSmallChunks(path: string, length: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
  // By then, nobody reads the body any more.
  if (path === '/refused') await once(socket, 'data');
  socket.write(`${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`.repeat(50_000));
  socket.resume();
  await closed;
}

it.each([
  ['a byte', 1],
  ['a line', 34],
])('cuts off a long body in chunks of %s each', async (_, length) => {
  received.length = 0;
  await sendSmallChunks('/', length);
  await expect.poll(() => received).toHaveLength(1);
  expect(received[0]).toBeLessThan(length * 1_000);
});

it('cuts off such a body also where it has been refused unread', async () => {
  const cut = vi.fn();
  server.once('clientError', cut);
  onTestFinished(() => void server.off('clientError', cut));
  await sendSmallChunks('/refused', 1);
  expect(cut).toHaveBeenCalledWith(
    expect.objectContaining({ code: 'ERR_CONNECTION_MISUSED' }),
    expect.anything(),
  );
});

it('lets a refused body end, however long, and takes the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const connected = vi.fn();
  server.on('connection', connected);
  onTestFinished(() => void server.off('connection', connected));
  for (let round = 0; round < 3; round += 1) {
    const asking = request({ port, host: '127.0.0.1', method: 'POST', path: '/refused', agent });
    const answered = once(asking, 'response');
    asking.end(Buffer.alloc(3_000_000));
    const [answer] = await answered;
    expect(await text(answer)).toBe('Not wanted.');
  }
  expect(connected).toHaveBeenCalledOnce();
});
