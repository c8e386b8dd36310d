import { fileURLToPath } from 'node:url';

/** The account tables, as a folder for `migrate`. A hosted project brings its own. */
export const authFolder = {
  directory: fileURLToPath(new URL('./schema', import.meta.url)),
  history: 'auth',
} as const;
