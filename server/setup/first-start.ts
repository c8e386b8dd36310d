import { existsSync, readdirSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDirectory } from '@liv-fit/backend/database';
import type { Config } from '#server/env.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** True when no embedded shop exists yet. */
export function isFirstStart({ dataDir, databaseUrl }: Place): boolean {
  return databaseUrl === null && isEmpty(dataDir);
}

/** Other errors are reported when the folder is opened. */
function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Prepares to restore the disk if a first start fails. Null if it is not the first start. */
export function beginFirstStart(place: Place): { undo(): Promise<void> } | null {
  if (!isFirstStart(place)) return null;
  const directory = path.resolve(place.dataDir);
  const made: string[] = [];
  for (let each = directory; !existsSync(each); each = path.dirname(each)) made.push(each);
  return {
    async undo() {
      if (!existsSync(directory)) return;
      let unlock: () => void;
      try {
        unlock = lockDataDirectory(directory);
      } catch {
        // Another process has started to use it.
        return;
      }
      try {
        for (const entry of readdirSync(directory)) {
          await rm(path.join(directory, entry), { recursive: true, force: true });
        }
      } finally {
        unlock();
      }
      // A folder that contains other files is kept.
      for (const folder of made) await rmdir(folder).catch(() => {});
    },
  };
}
