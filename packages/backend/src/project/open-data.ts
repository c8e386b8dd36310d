import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabaseSecretStore } from '../access/database-secret-store.ts';
import { createFileSecretStore } from '../access/file-secret-store.ts';
import type { SecretStore } from '../access/secret-store.ts';
import type { Database } from '../database/database.ts';
import { openPglite } from '../database/open-pglite.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { makePrivateDirectory } from '../database/private-files.ts';
import { requireOwnSessions } from '../database/require-own-sessions.ts';
import { platformExtensions } from './platform-extensions.ts';

/** Where a project's data is stored. */
export interface ProjectData {
  database: Database;
  secrets: SecretStore;
  /** For files. */
  directory: string;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL at `databaseUrl`, or else the embedded database. Without `dataDir`, everything
 * outside PostgreSQL is lost when the process ends.
 */
export async function openData({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
}): Promise<ProjectData> {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'backend-')));
  const discard = async () => {
    if (!dataDir) await rm(directory, { recursive: true, force: true });
  };
  try {
    // Files are stored there too.
    if (databaseUrl) await makePrivateDirectory(directory);
    if (databaseUrl) await requireOwnSessions(databaseUrl);
    const database = databaseUrl
      ? openPostgres({ connectionString: databaseUrl })
      : await openPglite(
          { dataDir: directory },
          {
            extensions: platformExtensions,
          },
        );
    return {
      database,
      secrets: databaseUrl
        ? createDatabaseSecretStore(database)
        : createFileSecretStore(join(directory, 'secrets')),
      directory,
      async close() {
        await database.close();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
