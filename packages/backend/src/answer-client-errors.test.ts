import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerClientErrors, maximumHeaderSize } from './answer-client-errors.ts';

let server: Server;

beforeAll(async () => {
  server = createServer({ maxHeaderSize: maximumHeaderSize }, (_request, response) => {
    response.end('"well"');
  });
  answerClientErrors(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

/** Sends a request in one piece and returns its status and body. */
function ask(text: string): Promise<[number, unknown]> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    socket
      .setEncoding('utf8')
      .on('data', (piece) => {
        answer += piece;
      })
      .on('error', reject)
      .on('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        resolve([Number(head.split(' ')[1]), JSON.parse(body)]);
      });
  });
}

const request = (path: string, header = 'x: y') =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${header}\r\n\r\n`;

it.each([
  ['an address of 20 kB reaches the interface', request(`/${'a'.repeat(20_000)}`), 200],
  ['an address of 40 kB is too long', request(`/${'a'.repeat(40_000)}`), 414],
  ['an address of 400 kB is too long', request(`/${'a'.repeat(400_000)}`), 414],
  ['a header of 40 kB is too large', request('/', `x: ${'a'.repeat(40_000)}`), 431],
  ['headers of 68 kB are too large', request('/', 'x: aaaaaaaaaaaaa\r\n'.repeat(4_000)), 431],
  ['what is no HTTP is told so', 'nonsense\r\n\r\n', 400],
])('%s', async (_title, text, status) => {
  const message = expect.objectContaining({ message: expect.any(String) });
  expect(await ask(text)).toEqual([status, status === 200 ? 'well' : message]);
});
