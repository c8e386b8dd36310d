import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@liv-fit/backend/database';
import { backendFolders, migrate } from '@liv-fit/backend/migrate';
import { openPostgres } from '@liv-fit/backend/postgres';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shopMigrations } from '#server/setup/shop-migrations.ts';
import { type HostedDatabase, startHostedDatabase } from '#tests/fixtures/hosted-project.ts';

const shop = shopMigrations(path.resolve(import.meta.dirname, '../..'));
let hosted: HostedDatabase;
let server: PostgresServer;
let atHosted: Database;
let ofOurOwn: Database;

beforeAll(async () => {
  [hosted, server] = await Promise.all([startHostedDatabase(), startPostgres()]);
  atHosted = openPostgres({ connectionString: hosted.ownerUrl, max: 2 });
  ofOurOwn = openPostgres({ connectionString: await server.newDatabase(), max: 2 });
  await migrate(ofOurOwn, [...backendFolders, shop]);
});

afterAll(async () => {
  await atHosted?.close();
  await ofOurOwn?.close();
  await Promise.all([hosted?.stop(), server?.stop()]);
});

/** Who may do what with which relation, column and function, except the owner's own rights. */
const privileges = `
  with roles (name) as (values ('anon'), ('authenticated'), ('service_role')),
  relations as (
    select c.oid, n.nspname || '.' || c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'v', 'm', 'p')
  )
  select r.name as role, t.name as what, privilege
  from roles r, relations t,
    unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as privilege
  where has_table_privilege(r.name, t.oid, privilege)
  union all
  select r.name, t.name || '.' || a.attname, privilege
  from roles r, relations t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0,
    unnest(array['select', 'insert', 'update']) as privilege
  where not a.attisdropped and has_column_privilege(r.name, t.oid, a.attnum, privilege)
  union all
  select r.name, p.oid::regprocedure::text, 'execute'
  from roles r, pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and has_function_privilege(r.name, p.oid, 'execute')
  order by 1, 2, 3`;

it('applies once, as an owner without superuser rights', async () => {
  const { rows } = await atHosted.query({
    text: `select current_user::text as name, rolsuper from pg_roles where rolname = current_user`,
  });
  expect(rows).toEqual([{ name: 'postgres', rolsuper: false }]);
  expect((await migrate(atHosted, [shop])).length).toBeGreaterThan(10);
  expect(await migrate(atHosted, [shop])).toEqual([]);
});

it('applies each file alone, as an upgrade from any earlier version does', async () => {
  const project = await startHostedDatabase();
  const directory = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  try {
    const [files, connectionString] = [await readdir(shop.directory), project.ownerUrl];
    for (const file of files.sort()) {
      await copyFile(path.join(shop.directory, file), path.join(directory, file));
      const database = openPostgres({ connectionString, max: 1 });
      await migrate(database, [{ ...shop, directory }]).finally(() => database.close());
    }
  } finally {
    await rm(directory, { recursive: true });
    await project.stop();
  }
});

it('leaves anonymous and signed-in callers the same rights there as here', async () => {
  const forClients = async (database: Database) =>
    (await database.query({ text: privileges })).rows.filter(({ role }) => role !== 'service_role');
  const here = await forClients(ofOurOwn);
  expect(here.length).toBeGreaterThan(100);
  expect(await forClients(atHosted)).toEqual(here);
});

it('leaves the service role at least the rights it has here', async () => {
  const ofService = async (database: Database) =>
    (await database.query({ text: privileges })).rows
      .filter(({ role }) => role === 'service_role')
      .map(({ what, privilege }) => `${what} ${privilege}`);
  const there = await ofService(atHosted);
  expect((await ofService(ofOurOwn)).filter((right) => !there.includes(right))).toEqual([]);
});
