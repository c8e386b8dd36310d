import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPglite } from './open-pglite.ts';

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: 3, bsize: 4096 }),
}));
// Fails the way the child process that creates the database does.
vi.mock('node:child_process', () => ({
  execFile: (_file: string, args: string[], _options: object, done: (error: Error) => void) => {
    void mkdir(args.at(-1) as string).then(() => done(new Error('ErrnoError { errno: 51 }')));
    return {} as ChildProcess;
  },
}));

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'full-disk-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const words = 'cannot be used: the disk is full.';

it('says that a new database has no room, and leaves no part of it', async () => {
  await expect(openPglite({ dataDir })).rejects.toThrow(words);
  expect(await readdir(dataDir)).toEqual(['lock.sqlite']);
});

it('does not take a database that lacks room to start for a damaged one', async () => {
  for (const folder of ['global', 'pg_wal', 'base']) {
    await mkdir(join(dataDir, 'postgres', folder), { recursive: true });
  }
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18\n');
  await writeFile(join(dataDir, 'postgres/global/pg_control'), '');
  await expect(openPglite({ dataDir })).rejects.toThrow(words);
});
