import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyEmptyPglite } from '../testing/databases.ts';
import { DatabaseInUse, DataDirectoryUnusable } from './database-error.ts';
import { openPglite } from './open-pglite.ts';

describe('PGlite in a directory', { timeout: 120_000 }, () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'pglite-')), 'data');
  });

  afterEach(async () => {
    await rm(join(dataDir, '..'), { recursive: true, force: true });
  });

  it('creates the database, keeps its rows, and removes what a crash left', async () => {
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

  it('removes what a killed process was building though its child is still at it', async () => {
    const building = join(dataDir, 'postgres.unfinished-1');
    await mkdir(building, { recursive: true });
    const script = `const { mkdirSync, writeFileSync } = require('node:fs');
      for (let n = 0; ; n += 1) {
        mkdirSync(process.argv[1] + '/' + n);
        writeFileSync(process.argv[1] + '/' + n + '/file', 'x');
      }`;
    const child = spawn(process.execPath, ['-e', script, building], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    try {
      await expect.poll(async () => (await readdir(building)).length).toBeGreaterThan(100);
      const opened = await openPglite({ dataDir });
      await opened.close();
      expect((await readdir(dataDir)).sort()).toEqual(['lock.sqlite', 'postgres']);
      await ended;
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('makes its files unreadable for others, existing ones included', async () => {
    await copyEmptyPglite(dataDir);
    await chmod(join(dataDir, 'postgres/PG_VERSION'), 0o666);
    await chmod(join(dataDir, 'postgres'), 0o755);
    await mkdir(join(dataDir, 'storage/old'), { recursive: true });
    await writeFile(join(dataDir, 'storage/old/picture'), 'x');
    await chmod(join(dataDir, 'storage/old/picture'), 0o644);
    await chmod(join(dataDir, 'storage/old'), 0o755);
    await chmod(join(dataDir, 'storage'), 0o755);
    await chmod(dataDir, 0o755);

    const second = await openPglite({ dataDir });
    await second.query({ text: 'create table kept as select generate_series(1, 1000) as id' });
    await second.query({ text: 'checkpoint' });
    await second.close();
    const open: string[] = [];
    for (const entry of await readdir(dataDir, { recursive: true })) {
      if (((await stat(join(dataDir, entry))).mode & 0o077) !== 0) open.push(entry);
    }
    expect(open).toEqual([]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('refuses a damaged database in one line and leaves it untouched', async () => {
    await copyEmptyPglite(dataDir);
    const first = await openPglite({ dataDir });
    await first.close();
    const version = join(dataDir, 'postgres/PG_VERSION');
    const control = join(dataDir, 'postgres/global/pg_control');
    const list = async () =>
      (await readdir(dataDir, { recursive: true }))
        .filter((name) => !name.endsWith('postmaster.pid'))
        .sort();
    const damages = [
      async () => rename(version, `${version}.lost`),
      async () => {
        await rename(`${version}.lost`, version);
        await writeFile(version, '15\n');
      },
      async () => {
        await writeFile(version, '18\n');
        await truncate(control, 100);
      },
      async () => rename(control, `${control}.lost`),
      async () => {
        await rm(join(dataDir, 'postgres'), { recursive: true });
        await writeFile(join(dataDir, 'postgres'), '');
      },
    ];
    for (const damage of damages) {
      await damage();
      const before = await list();
      const opening = openPglite({ dataDir });
      await expect(opening).rejects.toBeInstanceOf(DataDirectoryUnusable);
      await expect(opening).rejects.toThrow(/^The data directory \S+ cannot be used: [^\n]+$/);
      expect(await list()).toEqual(before);
    }
  });

  it('reports a path that is not a folder', async () => {
    await writeFile(dataDir, '');
    await expect(openPglite({ dataDir })).rejects.toThrow(/cannot be used: it is not a folder/);
  });

  it('admits one process, refuses a second, and is free again after a kill', async () => {
    await copyEmptyPglite(dataDir);
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
