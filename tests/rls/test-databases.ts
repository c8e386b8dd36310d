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

/** What a hosted project, or our own backend, provides. */
export const baseMigrations: readonly MigrationFolder[] = [...backendFolders];

export const ourMigrations: MigrationFolder = shopMigrations;

/** A kind of database the shop runs on. */
export interface TestDatabase {
  name: string;
  /** A new, empty database. */
  open(): Promise<Database>;
  /** A new database with our migrations applied. */
  openMigrated(): Promise<Database>;
}

const pglite: TestDatabase = {
  name: 'PGlite',
  open: () => openEmptyPglite(),
  openMigrated: openMigratedPglite,
};

let server = await startIfInstalled();

/** Test files that share a process each start their own server. */
async function ownServer(): Promise<MigratedPostgres> {
  server ??= await startMigratedPostgres();
  return server;
}

/** Runs after a file's suites have closed their databases, even if one failed. */
export async function stopServer(): Promise<void> {
  const stopping = server;
  server = null;
  await stopping?.stop();
}
afterAll(stopServer);

/** Null if PostgreSQL is not installed; prints the reason to stderr. */
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

/** PGlite always, and PostgreSQL if it is installed. */
export const testDatabases: readonly TestDatabase[] = server ? [pglite, postgres] : [pglite];
