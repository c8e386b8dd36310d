import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Server } from '../../fixtures/s3-server.ts';
import { createDiskFileStore } from './disk-file-store.ts';
import type { ByteRange, FileStore, StoredFile } from './file-store.ts';
import { openS3FileStore } from './s3-file-store.ts';

let directory: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3?.stop();
  await rm(directory, { recursive: true });
});

const kinds: Record<string, () => FileStore | Promise<FileStore>> = {
  'on disk': () => createDiskFileStore(join(directory, 'objects')),
  'in an S3-compatible store': () => openS3FileStore(s3.settings),
};

describe.each(Object.keys(kinds))('files %s', (kind) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await (kinds[kind] as () => FileStore)();
  });
  const read = async (key: string, range?: ByteRange) => {
    const bytes = await store.open(key, range);
    return bytes && text(bytes);
  };
  const keep = async (content: string) => {
    const key = crypto.randomUUID();
    const staged = join(directory, crypto.randomUUID());
    await writeFile(staged, content);
    await store.keep(key, staged);
    expect(existsSync(staged)).toBe(false);
    return key;
  };

  it('are stored, read in part, copied, listed and removed', async () => {
    const key = await keep('0123456789');
    expect(await read(key)).toBe('0123456789');
    expect(await read(key, { start: 2, end: 4 })).toBe('234');
    const copy = crypto.randomUUID();
    await store.copy(key, copy);
    const listed: StoredFile[] = [];
    for await (const file of store.list()) listed.push(file);
    expect(listed.map((file) => file.key).sort()).toEqual([key, copy].sort());
    expect(Math.abs(Date.now() - Number(listed[0]?.modifiedAt))).toBeLessThan(60_000);
    await store.remove([key, crypto.randomUUID()]);
    expect(await read(key)).toBeNull();
    expect(await read(copy)).toBe('0123456789');
  });

  it('may be empty', async () => {
    expect(await read(await keep(''))).toBe('');
  });
});

it('never leave their folder on disk', async () => {
  const store = createDiskFileStore(join(directory, 'objects'));
  await expect(store.open('../secret')).rejects.toThrow('Not a key');
  await expect(store.remove(['../../secret'])).rejects.toThrow('Not a key');
});
