import { once } from 'node:events';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openEmptyPglite } from '../testing/databases.ts';
import { type Harness, openHarness } from './storage-harness.ts';

/** What arrives over a real connection, and what is left when it breaks. */
let harness: Harness;
let server: Server;
let port: number;

beforeAll(async () => {
  harness = await openHarness(await openEmptyPglite(), { largestObject: 1_000_000 });
  await harness.service.createBucket('files', { public: true });
  server = createServer(
    getRequestListener((request) => harness.backend.fetch(request), {
      overrideGlobalObjects: false,
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await harness.close();
});

const waiting = { timeout: 120_000 };

/** Neither files nor a report: a client that disconnects is not an error. */
const nothingLeft = () =>
  vi.waitFor(async () => {
    expect(harness.errors).toEqual([]);
    expect(await harness.countFiles()).toEqual({ objects: 0, incoming: 0 });
    expect((await harness.service.from('files').list()).data).toEqual([]);
  }, waiting);

/** Sends the beginning of a request and disconnects once it has arrived. */
async function breakOff(headers: string[], body: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    [
      'POST /storage/v1/object/files/broken.txt HTTP/1.1',
      'Host: files.example',
      `Apikey: ${harness.secretKey}`,
      ...headers,
      '',
      body,
    ].join('\r\n'),
  );
  await vi.waitFor(async () => expect((await harness.countFiles()).incoming).toBe(1), waiting);
  socket.destroy();
}

const boundary = 'edge';
const formHead = [
  `--${boundary}`,
  'Content-Disposition: form-data; name=""; filename="a.txt"',
  'Content-Type: text/plain',
  '',
  '',
].join('\r\n');

it('leaves nothing of bytes that broke off', async () => {
  await breakOff(['Content-Type: text/plain', 'Content-Length: 5000'], 'x'.repeat(2000));
  await nothingLeft();
});

it('leaves nothing of a form that broke off', async () => {
  await breakOff(
    [`Content-Type: multipart/form-data; boundary=${boundary}`, 'Content-Length: 500000'],
    formHead + 'x'.repeat(100_000),
  );
  await nothingLeft();
});

it.each([
  ['ends inside its file', `${formHead}text`],
  [
    'holds no file',
    `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}--\r\n`,
  ],
  ['is no form', 'text'],
  ['is empty', ''],
])('refuses a form that %s', async (_what, body) => {
  const response = await harness.call('/object/files/broken.txt', {
    method: 'POST',
    key: 'service',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'InvalidRequest' });
  await nothingLeft();
});

it('refuses a form without a boundary', async () => {
  const response = await harness.call('/object/files/broken.txt', {
    method: 'POST',
    key: 'service',
    headers: { 'content-type': 'multipart/form-data' },
    body: 'text',
  });
  expect(response.status).toBe(400);
});

it('stops reading what is too large, announced or not', async () => {
  const url = `http://127.0.0.1:${port}/storage/v1/object/files/large.txt`;
  const headers = { apikey: harness.secretKey, 'content-type': 'text/plain' };
  const large = Buffer.alloc(1_000_001, 'x');
  const form = new FormData();
  form.append('', new Blob([large]), 'large.txt');
  const bodies: RequestInit[] = [
    { headers, body: large },
    { headers, body: new Blob([large]).stream(), duplex: 'half' } as RequestInit,
    { headers: { apikey: harness.secretKey }, body: form },
  ];
  for (const init of bodies) {
    const response = await fetch(url, { method: 'POST', ...init });
    expect(await response.json()).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' });
  }
  await nothingLeft();
});

it('sweeps up what a crash left behind, and nothing that is young or named', async () => {
  const bucket = harness.service.from('files');
  await bucket.upload('named.txt', 'text');
  const { data } = await bucket.info('named.txt');
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  const pathOf = (key: string) => join(harness.directory, 'objects', key.slice(0, 2), key);
  await utimes(pathOf(data?.version ?? ''), old, old);
  const leave = async (path: string, isOld: boolean) => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'left');
    if (isOld) await utimes(path, old, old);
  };
  for (const isOld of [true, false]) {
    await leave(pathOf(crypto.randomUUID()), isOld);
    await leave(join(harness.directory, 'incoming', crypto.randomUUID()), isOld);
  }
  expect(await harness.storage.sweep()).toBe(2);
  expect(await harness.countFiles()).toEqual({ objects: 2, incoming: 1 });
  expect(await (await bucket.download('named.txt')).data?.text()).toBe('text');
});
