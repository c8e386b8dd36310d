import { authFolder } from '../auth/schema-folder.ts';
import { storageFolder } from '../storage/schema-folder.ts';
import { baseFolder } from './base-folder.ts';
import type { MigrationFolder } from './migrate.ts';

/** Everything a hosted project has before its first migration, in the order it is applied. */
export const backendFolders: readonly MigrationFolder[] = [baseFolder, authFolder, storageFolder];
