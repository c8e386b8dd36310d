import { fileURLToPath } from 'node:url';
import type { Database } from '@liv-fit/backend/database';
import { backendFolders, type MigrationFolder, migrate } from '@liv-fit/backend/migrate';
import { openPostgres } from '@liv-fit/backend/postgres';
import { openEmptyPglite, type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { afterAll } from 'vitest';

/** What a hosted project, or our own backend, brings along. */
export const ground: readonly MigrationFolder[] = [...backendFolders];

export const ourMigrations: MigrationFolder = {
  directory: fileURLToPath(new URL('../../supabase/migrations', import.meta.url)),
};

/** One kind of database that the shop runs on. */
export interface Place {
  name: string;
  /** An empty database of its own. */
  open(): Promise<Database>;
}

const pglite: Place = { name: 'PGlite', open: () => openEmptyPglite() };

const onServer = (server: PostgresServer): Place => ({
  name: 'PostgreSQL',
  open: async () => openPostgres({ connectionString: await server.newDatabase() }),
});

/** Says why where there is none. */
async function startIfInstalled(): Promise<PostgresServer | null> {
  try {
    return await startPostgres();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('is not installed')) throw error;
    process.stderr.write(`Row security is not tested on PostgreSQL. ${error.message}\n`);
    return null;
  }
}

const server = await startIfInstalled();
// After the suites of the importing file have closed their databases, even if one failed.
afterAll(() => server?.stop());

/** PGlite always, PostgreSQL wherever it is installed. */
export const places: readonly Place[] = server ? [pglite, onServer(server)] : [pglite];

/** A database with our migrations applied. */
export async function openMigrated(place: Place): Promise<Database> {
  const database = await place.open();
  await migrate(database, [...ground, ourMigrations]);
  return database;
}
