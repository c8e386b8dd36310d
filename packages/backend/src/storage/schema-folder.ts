import { fileURLToPath } from 'node:url';

/** The tables of buckets and objects, as a folder for `migrate`. A hosted project has its own. */
export const storageFolder = {
  directory: fileURLToPath(new URL('./schema', import.meta.url)),
  history: 'storage',
} as const;
