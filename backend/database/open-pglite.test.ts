import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseInUse } from './database-error.ts';
import { openPglite } from './open-pglite.ts';

describe('PGlite in a directory', { timeout: 120_000 }, () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'pglite-')), 'data');
  });

  afterEach(async () => {
    await rm(join(dataDir, '..'), { recursive: true, force: true });
  });

  it('creates the database, keeps its rows, and clears away what a crash left', async () => {
    await mkdir(join(dataDir, 'postgres.unfinished-1'), { recursive: true });
    const first = await openPglite({ dataDir });
    expect((await readdir(dataDir)).sort()).toEqual(['lock.sqlite', 'postgres']);
    await first.query({ text: 'create extension pg_trgm' });
    await first.query({ text: 'create table kept (id int)' });
    await first.query({ text: 'insert into kept values (7)' });
    await first.close();

    const second = await openPglite({ dataDir });
    expect((await second.query({ text: 'select id from kept' })).rows).toEqual([{ id: 7 }]);
    await second.close();
  });

  it('admits one process, refuses a second, and is free again after a kill', async () => {
    const opener = spawnOpener(dataDir);
    await once(opener.stdout, 'data');
    await expect(openPglite({ dataDir })).rejects.toBeInstanceOf(DatabaseInUse);
    await expect(openPglite({ dataDir })).rejects.toThrow(dataDir);

    opener.kill('SIGKILL');
    await once(opener, 'exit');
    const database = await openPglite({ dataDir });
    expect((await database.query({ text: 'select id from kept' })).rows).toEqual([{ id: 1 }]);
    await database.close();
  });
});

function spawnOpener(dataDir: string) {
  const module = fileURLToPath(new URL('./open-pglite.ts', import.meta.url));
  const script = `
    const { openPglite } = await import(${JSON.stringify(module)});
    const database = await openPglite({ dataDir: ${JSON.stringify(dataDir)} });
    await database.query({ text: 'create table kept (id int)' });
    await database.query({ text: 'insert into kept values (1)' });
    process.stdout.write('ready');
    setInterval(() => {}, 1000);
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
