import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

const day = 24 * 60 * 60_000;
/** How long files stay available to open pages from a build that no shop runs anymore. */
export const sharedFor = 14 * day;
/** How often a shop renews the date of its build's files. */
export const shareEvery = day;

export interface SharedPlaces {
  /**
   * The build's files. Their names contain hashes of their contents, so a name always means the
   * same file.
   */
  assets: string;
  /**
   * The folder shared by all replicas. A file's date is when a shop running its build last renewed
   * it.
   */
  shared: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Copies the build's files to where replicas running another build can find them, and removes old
 * ones.
 */
export async function shareAssets({ assets, shared, now }: SharedPlaces): Promise<void> {
  await mkdir(shared, { recursive: true });
  const date = new Date(now);
  const present = new Set(await readdir(shared));
  for (const name of await readdir(assets)) {
    const target = path.join(shared, name);
    if (!present.has(name)) {
      // Another replica may serve the file at any moment, so it must only appear once complete.
      const unfinished = path.join(shared, `.${randomUUID()}-${name}`);
      await copyFile(path.join(assets, name), unfinished);
      await rename(unfinished, target);
    }
    await utimes(target, date, date);
  }
  for (const name of present) {
    const file = path.join(shared, name);
    const found = await stat(file).catch(() => null);
    if (found?.isFile() && now - found.mtimeMs > sharedFor) await rm(file, { force: true });
  }
}
