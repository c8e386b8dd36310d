/** Migrations: the runner, and the folders that a hosted project begins with. */
export { backendFolders } from '../migrate/backend-folders.ts';
export { type MigrationFolder, migrate } from '../migrate/migrate.ts';
