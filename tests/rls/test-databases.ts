import type { Database } from '@liv-fit/backend/database';
import { backendFolders, type MigrationFolder } from '@liv-fit/backend/migrate';
import { openPostgres } from '@liv-fit/backend/postgres';
import { openEmptyPglite } from '@liv-fit/backend/testing';
import { afterAll } from 'vitest';
import {
  type MigratedPostgres,
  openMigratedPglite,
  shopMigrations,
  startMigratedPostgres,
} from '#tests/fixtures/migrated.ts';

/** What a hosted project, or our own backend, brings along. */
export const baseMigrations: readonly MigrationFolder[] = [...backendFolders];

export const ourMigrations: MigrationFolder = shopMigrations;

/** One kind of database that the shop runs on. */
export interface TestDatabase {
  name: string;
  /** An empty database of its own. */
  open(): Promise<Database>;
  /** One with our migrations applied. */
  openMigrated(): Promise<Database>;
}

const pglite: TestDatabase = {
  name: 'PGlite',
  open: () => openEmptyPglite(),
  openMigrated: openMigratedPglite,
};

let server = await startIfInstalled();

/** Of the files that share a process, each has its own. */
async function ownServer(): Promise<MigratedPostgres> {
  server ??= await startMigratedPostgres();
  return server;
}

/** After the suites of a file have closed their databases, even if one failed. */
export async function stopServer(): Promise<void> {
  const stopping = server;
  server = null;
  await stopping?.stop();
}
afterAll(stopServer);

/** Null, with the reason on stderr, where PostgreSQL is not installed. */
async function startIfInstalled(): Promise<MigratedPostgres | null> {
  try {
    return await startMigratedPostgres();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('is not installed')) throw error;
    process.stderr.write(`Row security is not tested on PostgreSQL. ${error.message}\n`);
    return null;
  }
}

const postgres: TestDatabase = {
  name: 'PostgreSQL',
  open: async () => openPostgres({ connectionString: await (await ownServer()).newDatabase() }),
  openMigrated: async () =>
    openPostgres({ connectionString: await (await ownServer()).newMigratedDatabase() }),
};

/** PGlite always, PostgreSQL wherever it is installed. */
export const testDatabases: readonly TestDatabase[] = server ? [pglite, postgres] : [pglite];
