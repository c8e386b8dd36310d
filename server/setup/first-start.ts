import { existsSync, readdirSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDirectory } from '@liv-fit/backend/database';
import type { Config } from '#server/env.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** Nothing is there yet of an embedded shop. */
export function isFirstStart({ dataDir, databaseUrl }: Place): boolean {
  return databaseUrl === null && isEmpty(dataDir);
}

/** What is no folder, or may not be read, is said when it is opened. */
function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** For a first start that comes to nothing: how to leave the disk as it was. Null for any other. */
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
        // Another process has begun to work there.
        return;
      }
      try {
        for (const entry of readdirSync(directory)) {
          await rm(path.join(directory, entry), { recursive: true, force: true });
        }
      } finally {
        unlock();
      }
      // A folder in which others have put something stays.
      for (const folder of made) await rmdir(folder).catch(() => {});
    },
  };
}
