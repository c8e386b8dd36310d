/** Migrations: the runner, and the folders that a hosted project starts with. */
export { backendFolders } from '../migrate/backend-folders.ts';
export { type MigrationFolder, migrate } from '../migrate/migrate.ts';
