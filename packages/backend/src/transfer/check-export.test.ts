import { createHash } from 'node:crypto';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileStore } from '../storage/open-storage.ts';
import { openHarness } from '../storage/storage-harness.ts';
import { databaseKinds } from '../testing/databases.ts';
import { checkExport } from './check-export.ts';
import { exportData } from './export-data.ts';
import { importData } from './import-data.ts';
import { filePath, rowsPath } from './manifest.ts';
import { ownFiles } from './object-files.ts';

const tables = `create table supabase_migrations.schema_migrations (version text);
  create table public.lines (id int primary key, text text, line int);
  create table public.secrets (id int primary key, open boolean);`;
const content = 'stored bytes';

describe.each(databaseKinds)('an export on $name', (kind) => {
  let source: Awaited<ReturnType<typeof openHarness>>;
  let scratch: string;
  let whole: string;
  let objectId: string;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'export-'));
    whole = join(scratch, 'whole');
    source = await openHarness(await kind.open(), { policies: tables });
    closers.push(source.close);
    await source.database.query({
      text: `insert into public.lines select n, 'line ' || n from generate_series(1, 1200) as n`,
    });
    await source.database.query({
      text: 'insert into public.secrets values (1, true), (2, false)',
    });
    await source.service.createBucket('shared', { public: true });
    const sent = await source.service.from('shared').upload('a.txt', Buffer.from(content));
    objectId = sent.data?.id ?? '';
    const store = await openFileStore({ directory: source.directory, s3: null });
    await exportData({
      database: source.database,
      files: ownFiles(store, join(source.directory, 'incoming')),
      schemas: ['public'],
      leftOut: { 'public.secrets': 'open' },
      directory: whole,
      report: () => {},
    });
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await rm(scratch, { recursive: true });
    await kind.stop();
  });

  async function emptyTarget() {
    const harness = await openHarness(await kind.open(), { policies: tables });
    closers.push(harness.close);
    const store = await openFileStore({ directory: harness.directory, s3: null });
    const fill = (directory: string) =>
      importData({
        database: harness.database,
        files: ownFiles(store, join(harness.directory, 'incoming')),
        schemas: ['public'],
        replaced: [],
        directory,
        report: () => {},
      });
    const count = async () => {
      const { rows } = await harness.database.query<{ lines: number; files: number }>({
        text: `select (select count(*)::int from public.lines) as lines,
          (select count(*)::int from storage.objects) as files`,
      });
      return { ...rows[0], stored: (await harness.countFiles()).objects };
    };
    return { harness, fill, count };
  }

  const copyOf = async (name: string) => {
    const directory = join(scratch, name.replaceAll(/\W+/g, '-'));
    await cp(whole, directory, { recursive: true });
    return directory;
  };
  const edit = async (path: string, change: (text: string) => string) =>
    writeFile(path, change(await readFile(path, 'utf8')));
  const lines = (directory: string) => rowsPath(directory, 'public.lines');

  const damages: [string, (directory: string) => Promise<unknown>, string][] = [
    ['a truncated table', (at) => truncate(lines(at), 10_000), 'of 1200 rows'],
    ['a cut last line', (at) => edit(lines(at), (text) => text.slice(0, -5)), '1199 of 1200 rows'],
    [
      'a thousand lines cut out',
      (at) => edit(lines(at), (text) => text.split('\n').slice(1000).join('\n')),
      '200 of 1200 rows',
    ],
    ['an extra line', (at) => appendFile(lines(at), '{"id":5000}\n'), '1201 of 1200 rows'],
    [
      'a changed byte of a row',
      (at) => edit(lines(at), (text) => text.replace('line 77"', 'line 78"')),
      'public.lines.jsonl was changed',
    ],
    ['a missing table', (at) => rm(lines(at)), 'is missing (1200 rows)'],
    [
      'a folder in place of a table',
      (at) => rm(lines(at)).then(() => mkdir(lines(at))),
      'tables/public.lines.jsonl is a folder (1200 rows)',
    ],
    [
      'a folder in place of the list of files',
      async (at) => {
        const objects = rowsPath(at, 'storage.objects');
        await rm(objects);
        await mkdir(objects);
      },
      'tables/storage.objects.jsonl is a folder',
    ],
    [
      'a folder in place of a file',
      (at) => rm(filePath(at, objectId)).then(() => mkdir(filePath(at, objectId))),
      'is a folder',
    ],
    ['a missing file', (at) => rm(filePath(at, objectId)), 'is missing'],
    ['a truncated file', (at) => truncate(filePath(at, objectId), 3), '3 of 12 bytes'],
    [
      'a changed byte of a file',
      (at) => edit(filePath(at, objectId), () => content.toUpperCase()),
      'was changed',
    ],
    [
      'a file too much',
      (at) => writeFile(filePath(at, 'another'), 'x'),
      'files/another is not named in the manifest',
    ],
    [
      'a table too much',
      (at) => writeFile(rowsPath(at, 'public.more'), ''),
      'public.more.jsonl is not named in the manifest',
    ],
    [
      'an edited manifest',
      (at) => edit(join(at, 'manifest.json'), (text) => text.replace('1200', '1100')),
      'its checksum does not match',
    ],
    ['half a manifest', (at) => truncate(join(at, 'manifest.json'), 200), 'is damaged'],
    ['no manifest', (at) => rm(join(at, 'manifest.json')), 'holds no finished export'],
  ];

  it('is refused with what is wrong, and changes nothing, whatever the damage', async () => {
    const { fill, count } = await emptyTarget();
    for (const [name, damage, message] of damages) {
      const directory = await copyOf(name);
      await damage(directory);
      await expect(checkExport(directory), name).rejects.toThrow(message);
      await expect(fill(directory), name).rejects.toThrow(message);
      expect(await count(), name).toEqual({ lines: 0, files: 0, stored: 0 });
    }
  });

  it('is imported completely, without the withheld rows', async () => {
    expect(await checkExport(whole)).toMatchObject({
      tables: { 'public.lines': 1200, 'public.secrets': 1 },
      files: { count: 1, bytes: content.length },
      hasChecksums: true,
    });
    const { harness, fill, count } = await emptyTarget();
    await fill(whole);
    expect(await count()).toEqual({ lines: 1200, files: 1, stored: 1 });
    const { rows } = await harness.database.query({ text: 'select id from public.secrets' });
    expect(rows).toEqual([{ id: 2 }]);
  });

  it('of an earlier version is compared by its counts', async () => {
    const directory = await copyOf('an earlier version');
    const manifest = JSON.parse(await readFile(join(whole, 'manifest.json'), 'utf8'));
    const former = {
      format: 1,
      createdAt: manifest.createdAt,
      migrations: manifest.migrations,
      tables: Object.fromEntries(
        Object.entries<{ rows: number }>(manifest.tables).map(([name, { rows }]) => [name, rows]),
      ),
      files: { count: 1, bytes: content.length },
    };
    await writeFile(join(directory, 'manifest.json'), JSON.stringify(former));
    expect(await checkExport(directory)).toMatchObject({ hasChecksums: false });
    const { fill, count } = await emptyTarget();
    await edit(lines(directory), (text) => text.split('\n').slice(1000).join('\n'));
    await expect(fill(directory)).rejects.toThrow('200 of 1200 rows');
    await cp(lines(whole), lines(directory));
    await fill(directory);
    expect(await count()).toEqual({ lines: 1200, files: 1, stored: 1 });
  });

  it('names the checksum of every table and file', async () => {
    const manifest = JSON.parse(await readFile(join(whole, 'manifest.json'), 'utf8'));
    const sum = createHash('sha256').update(content).digest('hex');
    expect(manifest.files[objectId]).toEqual({ bytes: content.length, sha256: sum });
  });
});
