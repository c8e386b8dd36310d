import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startS3Server, storeKeys } from '#tests/fixtures/s3-server.ts';
import { temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { openBackupPlace } from './backup-place.ts';

async function inFolder() {
  const scratch = await temporaryDirectory();
  onTestFinished(scratch.remove);
  return openBackupPlace(path.join(scratch.path, 'some/where'), null);
}

async function inStore() {
  const { endpoint, stop } = await startS3Server('backups');
  onTestFinished(stop);
  const access = { ...storeKeys, endpoint, region: 'us-east-1', forcePathStyle: true };
  return openBackupPlace('s3://backups/of/shop', access);
}

describe.each([
  { kind: 'a folder', open: inFolder },
  { kind: 'a store', open: inStore },
])('backups in $kind', ({ open }) => {
  it('are kept, listed, read and removed', async () => {
    const scratch = await temporaryDirectory();
    onTestFinished(scratch.remove);
    const place = await open();
    expect(await place.list()).toEqual([]);
    expect(await place.open('first')).toBeNull();
    for (const name of ['first', 'second']) {
      const file = path.join(scratch.path, name);
      await writeFile(file, `the ${name}`);
      await place.keep(name, file);
    }
    expect((await place.list()).sort()).toEqual(['first', 'second']);
    const stored = await place.open('second');
    expect(stored && (await buffer(stored)).toString()).toBe('the second');
    await place.remove(['first', 'never there']);
    expect(await place.list()).toEqual(['second']);
  });
});

it('leaves nothing under its name in a folder when a file cannot be copied', async () => {
  const scratch = await temporaryDirectory();
  onTestFinished(scratch.remove);
  const place = await openBackupPlace(scratch.path, null);
  await expect(place.keep('backup', path.join(scratch.path, 'missing'))).rejects.toThrow('ENOENT');
  await mkdir(path.join(scratch.path, 'directory'));
  await expect(place.keep('backup', path.join(scratch.path, 'directory'))).rejects.toThrow();
  expect(await readdir(scratch.path)).toEqual(['directory']);
});

it('makes a folder that only the shop’s user can read', async () => {
  const place = await inFolder();
  const scratch = await temporaryDirectory();
  onTestFinished(scratch.remove);
  await writeFile(path.join(scratch.path, 'file'), 'rows');
  await place.keep('backup', path.join(scratch.path, 'file'));
  expect((await stat(place.address)).mode & 0o077).toBe(0);
  expect((await stat(path.join(place.address, 'backup'))).mode & 0o077).toBe(0);
});

it('says which keys a store needs', async () => {
  await expect(openBackupPlace('s3://bucket', null)).rejects.toThrow('S3_ACCESS_KEY_ID');
});
