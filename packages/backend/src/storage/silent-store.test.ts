import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startS3Server } from '../fixtures/s3-server.ts';
import { openEmptyPglite } from '../testing/databases.ts';
import { StoreTimeout, StoreUnavailable } from './files/idle-timeout.ts';
import { openS3FileStore } from './files/s3-file-store.ts';
import { drawImage, type Harness, openHarness } from './storage-harness.ts';

/** A store that responds only at times: the server in front of it can hold everything back. */
let s3: Awaited<ReturnType<typeof startS3Server>>;
let harness: Harness;
let silent = false;
/** Requests held back since the last check. */
let held: IncomingMessage[] = [];
let answer: ((response: ServerResponse) => void) | null = null;

const front = createServer((incoming, response) => {
  if (silent) return void held.push(incoming);
  if (answer) return answer(response);
  const { method, url, headers } = incoming;
  const passed = request(`${s3.settings.endpoint}${url}`, { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 500, answered.headers);
    answered.pipe(response);
  });
  incoming.pipe(passed);
});

const settings = () => ({
  ...s3.settings,
  endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
});

beforeAll(async () => {
  s3 = await startS3Server();
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  harness = await openHarness(await openEmptyPglite(), { s3: settings() });
  await harness.service.createBucket('pictures', { public: true });
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await harness?.close();
  await s3?.stop();
});
beforeEach(() => {
  held = [];
});
afterEach(() => {
  silent = false;
  answer = null;
  vi.useRealTimers();
});

const patient = { timeout: 120_000, interval: 20 };
const arrived = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), patient);

/** From now on, time passes only when a test says so. */
function holdBack(): void {
  silent = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

it('gives up requests that are not answered, and lets the next pictures have their turn', async () => {
  const picture = await drawImage('jpeg', 300, 200);
  const bucket = harness.service.from('pictures');
  expect((await bucket.upload('a.jpg', picture, { contentType: 'image/jpeg' })).error).toBeNull();
  const render = (width: number) =>
    harness.call(`/render/image/public/pictures/a.jpg?width=${width}`);

  holdBack();
  // Two are made at a time; the third waits behind them.
  const asked = [render(31), render(32), render(33)];
  await arrived(2);
  await vi.advanceTimersByTimeAsync(15_000);
  await arrived(3);
  await vi.advanceTimersByTimeAsync(15_000);
  for (const response of await Promise.all(asked)) {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'S3Error' });
  }
  expect(harness.errors.splice(0)).toEqual([
    expect.any(StoreTimeout),
    expect.any(StoreTimeout),
    expect.any(StoreTimeout),
  ]);

  vi.useRealTimers();
  silent = false;
  expect((await render(34)).status).toBe(200);
  expect(harness.errors).toEqual([]);
});

it('gives up uploads and everything else that is not answered, and leaves nothing behind', async () => {
  const store = await openS3FileStore(settings());
  holdBack();
  const sent = harness.service
    .from('pictures')
    .upload('b.txt', Buffer.alloc(100_000, 7), { contentType: 'text/plain' });
  await arrived(1);
  const others = [
    store.open('some-key'),
    store.copy('some-key', 'other-key'),
    store.remove(['some-key']),
    store.list()[Symbol.asyncIterator]().next(),
  ].map((each) => expect(each).rejects.toBeInstanceOf(StoreTimeout));
  await arrived(5);
  // All bytes are accepted during the first of these, so the second one is silence.
  await vi.advanceTimersByTimeAsync(15_010);
  await vi.advanceTimersByTimeAsync(15_010);
  await Promise.all(others);
  expect((await sent).error).toMatchObject({ status: 503 });
  expect(harness.errors.splice(0)).toEqual([expect.any(StoreTimeout)]);
  expect((await harness.countFiles()).incoming).toBe(0);
});

it('gives up a file whose rest never comes, but not a reader who takes long', async () => {
  const store = await openS3FileStore(settings());
  const half = Buffer.alloc(8 * 1024 * 1024, 1);
  let finish = () => {};
  answer = (response) => {
    response.writeHead(200, { 'content-length': 2 * half.length });
    response.write(half);
    finish = () => void response.end(half);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const slowly = await store.open('some-key');
  const chunks = slowly?.iterator() as NodeJS.AsyncIterator<Buffer>;
  let read = (await chunks.next()).value?.length ?? 0;
  await vi.advanceTimersByTimeAsync(600_000);
  finish();
  for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) read += chunk.length;
  expect(read).toBe(2 * half.length);

  const broken = await store.open('some-key');
  const whole = expect(buffer(broken as NodeJS.ReadableStream)).rejects.toBeInstanceOf(
    StoreTimeout,
  );
  let ended = false;
  const watched = whole.finally(() => {
    ended = true;
  });
  // The first half still arrives, however long that takes.
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    expect(ended).toBe(true);
  }, patient);
  await watched;
});

it.each<[string, (response: ServerResponse) => void]>([
  ['breaks connections off', (response) => void response.destroy()],
  ['answers 500', (response) => void response.writeHead(500).end()],
])('says that a store is away that %s', async (_, fail) => {
  const picture = await drawImage('jpeg', 300, 200);
  const bucket = harness.service.from('pictures');
  await bucket.upload('d.jpg', picture, { contentType: 'image/jpeg', upsert: true });
  answer = fail;
  const { error } = await bucket.upload('c.jpg', picture, { contentType: 'image/jpeg' });
  expect(error).toMatchObject({ status: 503 });
  const read = await harness.call('/object/public/pictures/d.jpg');
  expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
  expect(harness.errors.splice(0)).toEqual([
    expect.any(StoreUnavailable),
    expect.any(StoreUnavailable),
  ]);
});
