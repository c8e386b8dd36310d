import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure, openFileStore, receiveUpload } from '@liv-fit/backend/storage';
import { startPostgres } from '@liv-fit/backend/testing';
import { expect, it } from 'vitest';
import { readConfig } from '#server/env.ts';
import { temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { openDatabase } from './open-database.ts';

it('lets nobody else read uploads, existing ones included, with PostgreSQL', async () => {
  const server = await startPostgres();
  const directory = await temporaryDirectory();
  const dataDir = path.join(directory.path, 'data');
  const old = path.join(dataDir, 'storage/objects/ab');
  await mkdir(old, { recursive: true });
  await writeFile(path.join(old, 'picture'), 'x');
  await chmod(path.join(old, 'picture'), 0o644);
  for (let folder = old; folder !== directory.path; folder = path.dirname(folder)) {
    await chmod(folder, 0o755);
  }
  process.umask(0o022);

  const config = readConfig({ DATABASE_URL: server.url, DATA_DIR: dataDir });
  const { database } = await openDatabase(config, path.resolve(import.meta.dirname, '../..'));
  const incoming = path.join(dataDir, 'storage/incoming');
  await mkdir(incoming);
  const received = await receiveUpload(
    new Request('http://shop.example', { method: 'POST', body: 'new' }),
    { stagingDirectory: incoming, limit: 100, refuse: () => null },
  );
  if (received instanceof Failure) throw new Error(received.message);
  const store = await openFileStore({ directory: path.join(dataDir, 'storage'), s3: null });
  // Objects are stored in folders by their first two letters; this one's differs from the old
  // picture's.
  await store.keep('cd5b1a52-6f5e-4c0c-9d0f-0c8b6c1f2a10', received.file.path);
  await database.close();
  await server.stop();

  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  const entries = await readdir(dataDir, { recursive: true });
  expect(entries.length).toBeGreaterThanOrEqual(7);
  for (const entry of entries) {
    expect((await stat(path.join(dataDir, entry))).mode & 0o077, entry).toBe(0);
  }
  await directory.remove();
});
