import { afterEach, expect, it, vi } from 'vitest';
import { createProofFiles, StorageAway } from './proof-files.ts';

const write = (fetch: () => Promise<Response>) =>
  createProofFiles({ fetch, storageUrl: 'http://shop.example/storage/v1', secretKey: 'key' }).write(
    'code-reports',
    'a/1.jpg',
    new Uint8Array(3),
    'image/jpeg',
  );

afterEach(() => {
  vi.useRealTimers();
});

it.each([429, 502, 503, 504])('says that storage is away that answers %i', async (status) => {
  await expect(write(async () => new Response(null, { status }))).rejects.toThrow(StorageAway);
});

it('says that storage is away that cannot be reached', async () => {
  const refused = () => Promise.reject(new TypeError('fetch failed'));
  await expect(write(refused)).rejects.toThrow(StorageAway);
});

it('waits eight seconds for one that does not answer', async () => {
  vi.useFakeTimers();
  const written = expect(write(() => new Promise(() => {}))).rejects.toThrow(StorageAway);
  await vi.advanceTimersByTimeAsync(8_000);
  await written;
});

it('takes what storage refuses for an error', async () => {
  const refused = write(async () => new Response('{}', { status: 400 }));
  await expect(refused).rejects.not.toBeInstanceOf(StorageAway);
});
