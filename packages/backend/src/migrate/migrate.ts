import type { Connection, Database, Queryable } from '../database/database.ts';
import { DatabaseError, DatabaseTooOld } from '../database/database-error.ts';
import { bypassRlsForServiceRole, findStopped } from './let-service-role-pass.ts';
import { failedMigration, MigrationError } from './migration-error.ts';
import { type Migration, readMigrations } from './read-migrations.ts';

export interface MigrationFolder {
  directory: string;
  /**
   * Which history the files belong to. `project` (default) is the one that the Supabase CLI keeps;
   * the backend's own files have separate ones, so that the project's lists only the project's
   * files.
   */
  history?: 'project' | 'base' | 'platform' | 'auth' | 'storage';
  /** Returns the SQL to run instead of a file's text; the history still records the file's text. */
  adapt?: (sql: string, path: string) => string;
}

export interface AppliedMigration {
  path: string;
  /** Milliseconds. */
  took: number;
}

/** Any constant works, as long as all replicas use the same one. */
const lockKey = 5_417_301;

/**
 * Applies missing migrations, folder by folder, each file in its own transaction. Several replicas
 * may start at once: an advisory lock lets one apply a file while the others wait and then find it
 * applied. Throws MigrationError if a file fails or an applied file was changed, and the signal's
 * reason once it is aborted between two files.
 */
export async function migrate(
  database: Database,
  folders: readonly MigrationFolder[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<AppliedMigration[]> {
  await requireSupportedVersion(database);
  const applied: AppliedMigration[] = [];
  for (const folder of folders) applied.push(...(await migrateFolder(database, folder, signal)));
  if ((await findStopped(database)).length > 0) await locked(database, bypassRlsForServiceRole);
  if (applied.length > 0) await database.query({ text: `notify pgrst, 'reload schema'` });
  return applied;
}

/** Runs before anything is created: older versions lack features that the migrations use. */
async function requireSupportedVersion(database: Database): Promise<void> {
  const { rows } = await database.query<{ number: number; version: string }>({
    text: `select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`,
  });
  const [server] = rows;
  if (server && server.number < 150_000) throw new DatabaseTooOld(server.version);
}

const tableOf = (history: string) =>
  `supabase_migrations.${history === 'project' ? 'schema_migrations' : `${history}_migrations`}`;

async function migrateFolder(
  database: Database,
  { directory, history = 'project', adapt = (sql) => sql }: MigrationFolder,
  signal: AbortSignal | undefined,
): Promise<AppliedMigration[]> {
  const table = tableOf(history);
  const migrations = await readMigrations(directory);
  await createHistory(database, table);
  const known = await readHistory(database, table);
  const applied: AppliedMigration[] = [];
  for (const migration of migrations) {
    if (isApplied(migration, known)) continue;
    signal?.throwIfAborted();
    const start = performance.now();
    const sql = adapt(migration.sql, migration.path);
    if (await apply(database, table, migration, sql)) {
      applied.push({ path: migration.path, took: Math.round(performance.now() - start) });
    }
  }
  return applied;
}

type History = Map<string, string | null>;

function isApplied(migration: Migration, history: History): boolean {
  const checksum = history.get(migration.version);
  if (checksum === undefined) return false;
  if (checksum !== null && checksum !== migration.checksum) {
    throw new MigrationError(
      migration.path,
      'was changed after it had been applied. Restore it and put the change into a new migration.',
    );
  }
  return true;
}

/** Maps versions to checksums; rows written by another tool have none. */
async function readHistory(from: Queryable, table: string): Promise<History> {
  const { rows } = await from.query<{ version: string; checksum: string | null }>({
    text: `select version, checksum from ${table}`,
  });
  return new Map(rows.map(({ version, checksum }) => [version, checksum]));
}

/** The Supabase CLI's table plus two columns, even if the CLI created it first. */
async function createHistory(database: Database, table: string): Promise<void> {
  const { rows } = await database.query<{ ready: boolean }>({
    text: `select exists (
      select from pg_attribute where attrelid = to_regclass($1) and attname = 'applied_at'
    ) as ready`,
    values: [table],
  });
  if (rows[0]?.ready) return;
  await locked(database, (connection) =>
    connection.exec(`
      create schema if not exists supabase_migrations;
      create table if not exists ${table} (version text primary key);
      alter table ${table} add column if not exists statements text[];
      alter table ${table} add column if not exists name text;
      alter table ${table} add column if not exists checksum text;
      alter table ${table} add column if not exists applied_at timestamptz default now();
    `),
  );
}

/** A file locks several tables, and concurrent readers may lock them in a different order. */
const maxTries = 10;

/**
 * Returns false if another replica was faster. Retries when PostgreSQL cancels the file because of
 * a deadlock.
 */
async function apply(
  database: Database,
  table: string,
  migration: Migration,
  sql: string,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(database, table, migration, sql);
    } catch (error) {
      if (!isDeadlock(error) || tries === maxTries) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  const cause = error instanceof MigrationError ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === '40P01';
}

async function applyOnce(
  database: Database,
  table: string,
  migration: Migration,
  sql: string,
): Promise<boolean> {
  return locked(database, async (connection) => {
    if (isApplied(migration, await readHistory(connection, table))) return false;
    try {
      await connection.exec(sql);
    } catch (error) {
      throw failedMigration(migration, error);
    }
    // The file may have changed the role.
    await connection.query({ text: 'reset role' });
    await connection.query({
      text: `insert into ${table} (version, name, statements, checksum) values ($1, $2, $3, $4)`,
      values: [migration.version, migration.name, [migration.sql], migration.checksum],
    });
    return true;
  });
}

/** Uses a new connection for each file, so that no file's settings leak into the next one. */
async function locked<T>(
  database: Database,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await database.connect();
  try {
    await connection.query({ text: 'begin' });
    await connection.query({
      text: 'select pg_advisory_xact_lock($1)',
      values: [lockKey],
      // Another replica may be applying a long file.
      answerTimeout: 0,
    });
    const result = await work(connection);
    await connection.query({ text: 'commit' });
    return result;
  } catch (error) {
    await connection.query({ text: 'rollback' });
    throw error;
  } finally {
    connection.release();
  }
}
