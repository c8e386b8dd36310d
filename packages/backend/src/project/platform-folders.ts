import { fileURLToPath } from 'node:url';
import type { MigrationFolder } from '../migrate/migrate.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Roles and schemas that migrations written for a hosted project expect. */
export const platformFolder: MigrationFolder = {
  directory: folder('./platform'),
  history: 'platform',
};

/** Privileges on everything new in `public`, as hosted projects give them. */
export const openPrivilegesFolder: MigrationFolder = {
  directory: folder('./open-privileges'),
  history: 'platform',
};
