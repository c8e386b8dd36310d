import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import type { FileStore } from './files/file-store.ts';
import type { Renditions } from './images/renditions.ts';
import { isUuid } from './names.ts';

export interface SweepOptions {
  database: Database;
  files: FileStore;
  renditions: Renditions;
  stagingDirectory: string;
  /** Milliseconds since the Unix epoch. */
  now: number;
}

/** Milliseconds; younger files can't be told apart from uploads in progress. */
const GRACE = 60 * 60_000;

const BATCH = 500;

/**
 * Removes what crashes and broken connections left behind: staged files that were never finished,
 * and files without an object, with the images made of them. Returns how many files.
 */
export async function sweep(options: SweepOptions): Promise<number> {
  return (await sweepStaging(options)) + (await sweepFiles(options));
}

async function sweepStaging({ stagingDirectory, now }: SweepOptions): Promise<number> {
  let removed = 0;
  const directory = await opendir(stagingDirectory).catch(() => null);
  for await (const { name } of directory ?? []) {
    const path = join(stagingDirectory, name);
    const found = await stat(path).catch(() => null);
    if (!found || now - found.mtimeMs < GRACE) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function sweepFiles({ database, files, renditions, now }: SweepOptions): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeUnnamed = async () => {
    const { rows } = await database.query<{ key: string }>({
      text: `select key from unnest($1::text[]) as key
        where not exists (select from storage.objects o where o.version = key)`,
      values: [batch],
    });
    batch = [];
    const unnamed = rows.map(({ key }) => key);
    await files.remove(unnamed);
    await renditions.remove(unnamed);
    removed += rows.length;
  };
  for await (const { key, modifiedAt } of files.list()) {
    // The bucket may contain other things besides our files.
    if (!isUuid(key) || now - modifiedAt.getTime() < GRACE) continue;
    batch.push(key);
    if (batch.length >= BATCH) await removeUnnamed();
  }
  if (batch.length > 0) await removeUnnamed();
  return removed;
}
