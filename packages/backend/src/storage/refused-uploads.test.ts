import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAfterBody } from '../answer-after-body.ts';
import { databaseKinds } from '../testing/databases.ts';
import { type Harness, openHarness } from './storage-harness.ts';

const size = 2 * 1024 * 1024;
const boundary = 'a-boundary';
const form = (type: string) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    Buffer.alloc(size),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
const formType = `multipart/form-data; boundary=${boundary}`;

describe.each(databaseKinds)('an upload that is refused, on $name', (kind) => {
  let harness: Harness;
  let answered: PromiseWithResolvers<number>;
  const server = createServer();
  beforeAll(async () => {
    harness = await openHarness(await kind.open());
    await harness.service.createBucket('pictures', {
      public: true,
      allowedMimeTypes: ['image/png'],
    });
    const answer = async (request: Request) => {
      const response = await harness.backend.fetch(request);
      answered.resolve(response.status);
      return response;
    };
    server.on('request', getRequestListener(answerAfterBody(answer)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await harness?.close();
    await kind.stop();
  });

  /** Sends half, waits until it is refused, sends the rest slowly, and only then reads the response. */
  async function upload(path: string, headers: Record<string, string>, body: Buffer) {
    answered = Promise.withResolvers();
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    socket.pause();
    const lines = Object.entries({ ...headers, 'content-length': String(body.length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /storage/v1/object/${path} HTTP/1.1\r\nhost: a\r\n${head}\r\n`);
    socket.write(body.subarray(0, body.length / 2));
    const decided = await answered.promise;
    for (let sent = body.length / 2; sent < body.length; sent += 64 * 1024) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.write(body.subarray(sent, sent + 64 * 1024));
    }
    const read = once(socket, 'data').then(([text]) => String(text));
    socket.resume();
    const text = await Promise.race([read, failed]);
    socket.destroy();
    return { decided, text };
  }

  it.each([
    ['for want of rights, as bare bytes', 'pictures/a.png', 'image/png', Buffer.alloc(size), ''],
    ['for want of rights, as a form', 'pictures/b.png', formType, form('image/png'), ''],
    ['for its type, as a form', 'pictures/c.png', formType, form('text/html'), 'secret'],
  ])('%s, is refused before its body is in, and its sender is told', async (...row) => {
    const [, path, type, body, key] = row;
    const apikey = key ? harness.secretKey : harness.publishableKey;
    const { decided, text } = await upload(path, { apikey, 'content-type': type }, body);
    expect(decided).toBe(400);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toMatch(key ? /invalid_mime_type/ : /row-level security/);
    expect(await harness.countFiles()).toEqual({ objects: 0, incoming: 0 });
  });
});
