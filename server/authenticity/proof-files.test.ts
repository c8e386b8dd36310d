import { afterEach, expect, it, vi } from 'vitest';
import { createProofFiles, StorageUnavailable } from './proof-files.ts';

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

it.each([429, 502, 503, 504])('reports storage as away if it answers %i', async (status) => {
  await expect(write(async () => new Response(null, { status }))).rejects.toThrow(
    StorageUnavailable,
  );
});

it('reports storage as away if it cannot be reached', async () => {
  const refused = () => Promise.reject(new TypeError('fetch failed'));
  await expect(write(refused)).rejects.toThrow(StorageUnavailable);
});

it('waits eight seconds for storage that does not answer', async () => {
  vi.useFakeTimers();
  const written = expect(write(() => new Promise(() => {}))).rejects.toThrow(StorageUnavailable);
  await vi.advanceTimersByTimeAsync(8_000);
  await written;
});

it('treats a rejected write as an error', async () => {
  const refused = write(async () => new Response('{}', { status: 400 }));
  await expect(refused).rejects.not.toBeInstanceOf(StorageUnavailable);
});
