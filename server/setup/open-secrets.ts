import path from 'node:path';
import {
  createDatabaseSecretStore,
  createFileSecretStore,
  type SecretStore,
} from '@liv-fit/backend/access';
import type { Database } from '@liv-fit/backend/database';
import type { Config } from '#server/env.ts';

/**
 * Where secrets are stored: in the database that replicas share, or else next to the embedded one.
 */
export function openSecrets(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  database: Database | null,
): SecretStore {
  return config.databaseUrl && database
    ? createDatabaseSecretStore(database)
    : createFileSecretStore(path.join(config.dataDir, 'secrets'));
}
