import { setTimeout } from 'node:timers/promises';
import type { SecretStore } from '@liv-fit/backend/access';
import {
  type Database,
  DatabaseUnavailable,
  makePrivateDirectory,
  requireOwnSessions,
} from '@liv-fit/backend/database';
import { backendFolders, migrate } from '@liv-fit/backend/migrate';
import type { Config } from '#server/env.ts';
import { ConfigError } from '#server/variables.ts';
import { openSecrets } from './open-secrets.ts';
import { requireCurrentProgram } from './require-current-program.ts';
import { shopMigrations } from './shop-migrations.ts';

export interface OpenedDatabase {
  database: Database;
  secrets: SecretStore;
}

/** For a database that starts at the same time as the shop. */
export interface DatabaseWait {
  seconds: number;
  /** Stops opening after the current step: the process was told to stop. */
  signal: AbortSignal;
  /** Called once, with the reason why the database can't be reached. */
  onWaiting: (error: DatabaseUnavailable) => void;
}

/**
 * Opens the configured database, migrates its schema and returns where secrets are stored. Without
 * `wait`, a database that can't be reached is an error at once.
 */
export async function openDatabase(
  config: Config,
  root: string,
  wait?: DatabaseWait,
): Promise<OpenedDatabase> {
  const database = await connectDatabase(config, wait?.signal);
  try {
    if (wait) await waitForDatabase(database, wait);
    await requireCurrentProgram(database, shopMigrations(root).directory);
    await migrateShop(config, root, database, wait?.signal);
    await database.query({
      text: `insert into private.settings (key, value) values ('user_metadata_writer_known', $1)
        on conflict (key) do update set value = excluded.value`,
      values: [String(!config.hosted)],
    });
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, secrets: openSecrets(config, database) };
}

/** With the privileges of MIGRATION_DATABASE_URL if it is set. */
async function migrateShop(
  config: Config,
  root: string,
  database: Database,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl, hosted } = config;
  const shop = shopMigrations(root);
  // A hosted project has its own roles and accounts.
  const folders = hosted ? [shop] : [...backendFolders, shop];
  if (databaseUrl) await requireOwnSessions(databaseUrl);
  if (!migrationDatabaseUrl) {
    await migrate(database, folders, { signal });
    return;
  }
  await requireOwnSessions(migrationDatabaseUrl);
  const { openPostgres } = await import('@liv-fit/backend/postgres');
  const asMigrator = openPostgres({ connectionString: migrationDatabaseUrl, max: 2 });
  try {
    await migrate(asMigrator, folders, { signal });
  } finally {
    await asMigrator.close();
  }
  await requireOwner(database);
}

/** The shop bypasses row security as the owner of the tables. */
async function requireOwner(database: Database): Promise<void> {
  const { rows } = await database.query<{ owns: boolean }>({
    text: `select pg_has_role(c.relowner, 'usage') as owns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'private' and c.relname = 'settings'`,
  });
  if (!rows[0]) {
    throw new ConfigError('MIGRATION_DATABASE_URL and DATABASE_URL lead to different databases');
  }
  if (!rows[0].owns) {
    throw new ConfigError(
      'DATABASE_URL: its user must be the one of MIGRATION_DATABASE_URL, or a member of it',
    );
  }
}

const retryMs = 250;

/** Rejects with the last error when time runs out. */
async function waitForDatabase(database: Database, wait: DatabaseWait): Promise<void> {
  const end = Date.now() + wait.seconds * 1_000;
  let told = false;
  for (;;) {
    try {
      await database.query({ text: 'select 1' });
      return;
    } catch (error) {
      const isOver = Date.now() >= end || wait.signal.aborted;
      if (!(error instanceof DatabaseUnavailable) || isOver) throw error;
      if (!told) wait.onWaiting(error);
      told = true;
      await setTimeout(retryMs, undefined, { signal: wait.signal }).catch(() => {});
    }
  }
}

/**
 * Connects to the configured database without changing it. Only the driver that is needed is
 * loaded.
 */
export async function connectDatabase(
  { databaseUrl, dataDir, hosted }: Config,
  signal?: AbortSignal,
): Promise<Database> {
  if (databaseUrl) {
    // For uploads. With a hosted project it is hardly used, so it may be missing.
    await makePrivateDirectory(dataDir).catch((error) => {
      if (!hosted) throw error;
    });
    const { openPostgres } = await import('@liv-fit/backend/postgres');
    return openPostgres({ connectionString: databaseUrl });
  }
  const { openPglite } = await import('@liv-fit/backend/pglite');
  return openPglite({ dataDir }, { signal });
}
