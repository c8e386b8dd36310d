import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { backendFolders } from '../migrate/backend-folders.ts';
import { migrate } from '../migrate/migrate.ts';
import { failedMigration, MigrationError } from '../migrate/migration-error.ts';
import { openPrivilegesFolder, platformFolder } from './platform-folders.ts';
import type { ProjectConfig } from './project-config.ts';
import { type Review, reviewMigrations } from './review-migrations.ts';

/**
 * Brings the database to the state the project expects: what a hosted project starts with, then the
 * project's migrations in order, then each seed file once. Throws MigrationError.
 */
export async function prepareProject(
  database: Database,
  project: ProjectConfig,
  report: (message: string) => void,
): Promise<void> {
  await migrate(database, [
    ...backendFolders,
    platformFolder,
    ...(project.api.exposeNewTables ? [openPrivilegesFolder] : []),
  ]);
  await createBuckets(database, project.storage.buckets);
  const directory = join(project.directory, 'migrations');
  const review = await reviewMigrations(database, report);
  if (project.migrate && existsSync(directory)) {
    await migrate(database, [{ directory, adapt: review }]);
  }
  await seed(database, project, review);
}

/** Creates the buckets in the configuration; existing ones stay as they are. */
async function createBuckets(
  database: Database,
  buckets: ProjectConfig['storage']['buckets'],
): Promise<void> {
  for (const { id, isPublic, fileSizeLimit, allowedMimeTypes } of buckets) {
    await database.query({
      text: `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
        values ($1, $1, $2, $3, $4) on conflict do nothing`,
      values: [id, isPublic, fileSizeLimit, allowedMimeTypes],
    });
  }
}

/** Uses the Supabase CLI's table: a file that changed later isn't run again. */
async function seed(
  database: Database,
  { directory, seeds }: ProjectConfig,
  review: Review,
): Promise<void> {
  await database.query({
    text: `create table if not exists supabase_migrations.seed_files (
      path text primary key,
      hash text not null
    )`,
  });
  for (const pattern of seeds) {
    const paths: string[] = [];
    for await (const path of glob(pattern, { cwd: directory })) paths.push(path);
    for (const path of paths.sort()) await seedOnce(database, { directory, path, review });
  }
}

async function seedOnce(
  database: Database,
  { directory, path, review }: { directory: string; path: string; review: Review },
): Promise<void> {
  const file = join(directory, path);
  const sql = await readFile(file, 'utf8');
  const hash = createHash('sha256').update(sql).digest('hex');
  const connection = await database.connect();
  try {
    await connection.query({ text: 'begin' });
    const claimed = await connection.query({
      text: `insert into supabase_migrations.seed_files (path, hash) values ($1, $2)
        on conflict do nothing returning path`,
      values: [path, hash],
    });
    if (claimed.rowCount > 0) await connection.exec(review(sql, file));
    await connection.query({ text: 'commit' });
  } catch (error) {
    await connection.query({ text: 'rollback' });
    if (error instanceof MigrationError) throw error;
    throw failedMigration({ path: file, sql, version: '', name: path, checksum: hash }, error);
  } finally {
    connection.release();
  }
}
