import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { backendFolders, type MigrationFolder, migrate } from '@liv-fit/backend/migrate';
import { openPostgres } from '@liv-fit/backend/postgres';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, it } from 'vitest';

const supabase = new URL('../../supabase/', import.meta.url);
const migrations = { directory: fileURLToPath(new URL('migrations', supabase)) };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

async function migrated(folders: readonly MigrationFolder[], sql = ''): Promise<string[]> {
  const url = await server.newDatabase();
  const database = openPostgres({ connectionString: url });
  await migrate(database, folders);
  await database.close();
  // Functions may refer to tables in later files.
  await server.run(url, `set check_function_bodies = off; ${sql}`);
  return describe(await server.dumpSchema(url));
}

/** Every object with its definition, in no particular order, without the migrations table. */
function describe(dump: string): string[] {
  return dump
    .split(/^--\n-- Name: /m)
    .slice(1)
    .filter(
      (entry) => !/; Schema: supabase_migrations;|^(?:EXTENSION|supabase_migrations)/.test(entry),
    )
    .map((entry) =>
      entry.replace(/^SET .*\n|^--\n-- PostgreSQL database dump complete[\s\S]*/gm, '').trim(),
    )
    .sort();
}

async function schemaPaths(): Promise<string[]> {
  const { db } = parse(await readFile(new URL('config.toml', supabase), 'utf8')) as {
    db: { migrations: { schema_paths: string[] } };
  };
  return db.migrations.schema_paths;
}

async function currentState(): Promise<string> {
  const files = await Promise.all(
    (await schemaPaths()).map((file) => readFile(new URL(file, supabase), 'utf8')),
  );
  return files.join('\n');
}

it('supabase/schemas holds what the migrations add up to', async () => {
  const expected = await migrated([...backendFolders, migrations]);
  const found = await migrated(backendFolders, await currentState());
  // Compared both ways, so that a failure lists only the differing objects.
  expect(expected.filter((entry) => !found.includes(entry))).toEqual([]);
  expect(found.filter((entry) => !expected.includes(entry))).toEqual([]);
});

it('every file of supabase/schemas is read, and says that changes go into a migration', async () => {
  const names = await readdir(new URL('schemas', supabase));
  expect((await schemaPaths()).toSorted()).toEqual(names.map((name) => `./schemas/${name}`).sort());
  const silent = [];
  for (const name of names) {
    const [first = ''] = (await readFile(new URL(`schemas/${name}`, supabase), 'utf8')).split('\n');
    if (!/^-- The current state.*migration.*CONTRIBUTING/.test(first)) silent.push(name);
  }
  expect(silent).toEqual([]);
});
