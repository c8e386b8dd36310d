import { fileURLToPath } from 'node:url';
import type { MigrationFolder } from './migrate.ts';

/** What a hosted project has before its first migration: roles, schemas, `auth.uid()`. */
export const baseFolder: MigrationFolder = {
  directory: fileURLToPath(new URL('../database/base', import.meta.url)),
  history: 'base',
};
