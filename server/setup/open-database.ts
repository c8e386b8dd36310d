import type { SecretStore } from '@liv-fit/backend/access';
import { type Database, makePrivateDirectory } from '@liv-fit/backend/database';
import { backendFolders, migrate } from '@liv-fit/backend/migrate';
import type { Config } from '#server/env.ts';
import { openSecrets } from './open-secrets.ts';
import { shopMigrations } from './shop-migrations.ts';

export interface OpenedDatabase {
  database: Database;
  secrets: SecretStore;
}

/**
 * Opens the configured database, brings its schema up to date and says where secrets are stored.
 */
export async function openDatabase(config: Config, root: string): Promise<OpenedDatabase> {
  const database = await open(config);
  try {
    const shop = shopMigrations(root);
    // A hosted project brings roles and accounts itself.
    await migrate(database, config.hosted ? [shop] : [...backendFolders, shop]);
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

/** Only the driver that is needed gets into memory. */
async function open({ databaseUrl, dataDir, hosted }: Config): Promise<Database> {
  if (databaseUrl) {
    // Uploads lie there. Beside a hosted project hardly anything does, so it may be missing.
    await makePrivateDirectory(dataDir).catch((error) => {
      if (!hosted) throw error;
    });
    const { openPostgres } = await import('@liv-fit/backend/postgres');
    return openPostgres({ connectionString: databaseUrl });
  }
  const { openPglite } = await import('@liv-fit/backend/pglite');
  return openPglite({ dataDir });
}
