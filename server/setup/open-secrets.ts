import path from 'node:path';
import { createDatabaseSecretStore } from '#backend/access/database-secret-store.ts';
import { createFileSecretStore } from '#backend/access/file-secret-store.ts';
import type { SecretStore } from '#backend/access/secret-store.ts';
import type { Database } from '#backend/database/database.ts';
import type { Config } from '#server/env.ts';

/** Where secrets are kept: in the database that replicas share, else beside the embedded one. */
export function openSecrets(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  database: Database | null,
): SecretStore {
  return config.databaseUrl && database
    ? createDatabaseSecretStore(database)
    : createFileSecretStore(path.join(config.dataDir, 'secrets'));
}
