import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { databaseKinds } from '../testing/databases.ts';
import { startPostgres } from '../testing/postgres-server.ts';
import { baseFolder } from './base-folder.ts';
import { migrate } from './migrate.ts';

describe.each(databaseKinds)('migrations on $name', (kind) => {
  let directory: string;
  let database: Database;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'migrations-'));
    database = await kind.open();
  });

  afterEach(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });

  afterAll(() => kind.stop());

  const write = (name: string, sql: string) => writeFile(join(directory, name), sql);

  it('applies each file once, in order, and remembers it as the Supabase CLI does', async () => {
    await write('20260102000000_add_column.sql', 'alter table t add column b int;');
    await write('20260101000000_create_table.sql', 'create table t (a int); select 1;');
    await write('README.md', 'no migration');
    const applied = await migrate(database, [{ directory }]);
    expect(applied.map(({ path }) => path.slice(directory.length + 1))).toEqual([
      '20260101000000_create_table.sql',
      '20260102000000_add_column.sql',
    ]);
    expect(await migrate(database, [{ directory }])).toEqual([]);
    const { rows } = await database.query({
      text: `select version, name, statements, applied_at is not null as dated
        from supabase_migrations.schema_migrations order by version`,
    });
    expect(rows).toEqual([
      {
        version: '20260101000000',
        name: 'create_table',
        statements: ['create table t (a int); select 1;'],
        dated: true,
      },
      {
        version: '20260102000000',
        name: 'add_column',
        statements: ['alter table t add column b int;'],
        dated: true,
      },
    ]);
  });

  it('names file, line and column of a mistake and rolls that file back', async () => {
    await write('1_good.sql', 'create table good (a int);');
    await write('2_bad.sql', 'create table bad (a int);\n  selec 1;\n');
    await expect(migrate(database, [{ directory }])).rejects.toThrow(
      `${join(directory, '2_bad.sql')}:2:3: syntax error at or near "selec" (SQLSTATE 42601).`,
    );
    const { rows } = await database.query({
      text: `select to_regclass('good') is not null as good, to_regclass('bad') is not null as bad`,
    });
    expect(rows).toEqual([{ good: true, bad: false }]);
  });

  it('refuses an applied file that was changed, but not one with other line ends', async () => {
    await write('1_a.sql', 'create table a (\n  a int\n);');
    await migrate(database, [{ directory }]);
    await write('1_a.sql', 'create table a (\r\n  a int\r\n);');
    expect(await migrate(database, [{ directory }])).toEqual([]);
    await write('1_a.sql', 'create table a (\n  a text\n);');
    await expect(migrate(database, [{ directory }])).rejects.toThrow(/1_a\.sql: was changed/);
  });

  it('accepts a history that another tool began, without checksums', async () => {
    const connection = await database.connect();
    await connection.exec(`create schema supabase_migrations;
      create table supabase_migrations.schema_migrations
        (version text primary key, statements text[], name text);
      insert into supabase_migrations.schema_migrations (version, name) values ('1', 'a');`);
    connection.release();
    await write('1_a.sql', 'select 1/0;');
    await write('2_b.sql', 'create table b (a int);');
    expect(await migrate(database, [{ directory }])).toHaveLength(1);
  });

  it('lets no file’s settings reach the next one', async () => {
    await write('1_a.sql', `set search_path to pg_catalog; set role to pg_monitor;`);
    await write('2_b.sql', 'create table b (a int);');
    await migrate(database, [{ directory }]);
    const { rows } = await database.query({
      text: `select to_regclass('public.b') is not null as made`,
    });
    expect(rows).toEqual([{ made: true }]);
  });

  it('gives a plain database what a hosted project has', async () => {
    await migrate(database, [baseFolder]);
    await write(
      '1_a.sql',
      `create table secrets (id uuid default auth.uid(), role text default auth.role());
      create table open (id int); grant select on open to anon;`,
    );
    await migrate(database, [baseFolder, { directory }]);
    const as = (role: string, text: string, claims = {}) =>
      database.runAs({ role, claims, headers: {} }, { text });

    await expect(as('anon', 'select * from secrets')).rejects.toMatchObject({ code: '42501' });
    await expect(as('anon', 'create table own (id int)')).rejects.toMatchObject({ code: '42501' });
    await expect(as('anon', 'select * from open')).resolves.toMatchObject({ rows: [] });
    const sub = '7a0b7cf2-52b3-4a2c-9d0a-0d5a3e2f1c11';
    const inserted = await as('service_role', 'insert into secrets default values returning *', {
      sub,
    });
    expect(inserted.rows).toEqual([{ id: sub, role: 'service_role' }]);
    const asked = await as(
      'anon',
      `select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt`,
    );
    expect(asked.rows).toEqual([{ uid: null, role: 'anon', jwt: { role: 'anon' } }]);
    const outside = await database.query({ text: 'select auth.uid() as uid, auth.jwt() as jwt' });
    expect(outside.rows).toEqual([{ uid: null, jwt: null }]);
  });
});

it('lets replicas start at once, and databases of one cluster too', async () => {
  const server = await startPostgres();
  const urls = [await server.newDatabase(), await server.newDatabase()];
  const replicas = [...urls, ...urls, ...urls].map((connectionString) =>
    openPostgres({ connectionString, max: 2 }),
  );
  const applied = await Promise.all(replicas.map((replica) => migrate(replica, [baseFolder])));
  const files = applied.flat().map(({ path }) => path);
  expect(files).toHaveLength(2 * new Set(files).size);
  await Promise.all(replicas.map((replica) => replica.close()));
  await server.stop();
});

it('works for an owner who is no superuser', async () => {
  const server = await startPostgres();
  const superuser = openPostgres({ connectionString: server.url });
  await migrate(superuser, [baseFolder]);
  await superuser.query({ text: `create role shop login createrole` });
  await superuser.query({ text: 'grant anon, authenticated, service_role to shop' });
  await superuser.query({ text: 'create database shop owner shop' });
  await superuser.close();
  const url = new URL(server.url);
  url.username = 'shop';
  url.pathname = '/shop';
  const owner = openPostgres({ connectionString: url.href });
  await migrate(owner, [baseFolder]);
  const { rows } = await owner.runAs(
    { role: 'anon', claims: null, headers: {} },
    { text: 'select current_user::text as role' },
  );
  expect(rows).toEqual([{ role: 'anon' }]);
  await owner.close();
  await server.stop();
});

it('refuses a PostgreSQL that is too old before it makes anything', async () => {
  const asked: string[] = [];
  const old = {
    async query({ text }: { text: string }) {
      asked.push(text);
      return { rows: [{ number: 130_012, version: '13.12' }], rowCount: 1 };
    },
  } as unknown as Database;
  await expect(migrate(old, [baseFolder])).rejects.toThrow(
    'PostgreSQL 15 or newer is needed; DATABASE_URL leads to PostgreSQL 13.12.',
  );
  expect(asked).toHaveLength(1);
});

it('applies a file again that lost a deadlock against somebody who reads', async () => {
  const server = await startPostgres();
  const database = openPostgres({ connectionString: await server.newDatabase() });
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await database.query({ text: 'create table one (a int)' });
    await database.query({ text: 'create table two (a int)' });
    const sql = 'alter table one add column b int; alter table two add column b int;';
    await writeFile(join(directory, '20260101000000_add_columns.sql'), sql);
    const reader = await database.connect();
    // The migration should be the one that PostgreSQL cancels.
    await reader.query({ text: `set deadlock_timeout = '1min'` });
    await reader.query({ text: 'begin' });
    await reader.query({ text: 'select from two' });
    const migrated = migrate(database, [{ directory }]);
    await expect
      .poll(async () => {
        const { rows } = await database.query({
          text: `select from pg_locks where not granted and relation = 'two'::regclass`,
        });
        return rows.length;
      })
      .toBe(1);
    await reader.query({ text: 'select from one' });
    await reader.query({ text: 'commit' });
    reader.release();
    expect(await migrated).toHaveLength(1);
  } finally {
    await database.close();
    await server.stop();
    await rm(directory, { recursive: true });
  }
});
