import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

const day = 24 * 60 * 60_000;
/** How long pages of a build that no shop runs anymore find their files. */
export const sharedFor = 14 * day;
/** How often a shop renews the date of its build's files. */
export const shareEvery = day;

export interface SharedPlaces {
  /** Files of the build; their names carry hashes of their contents, so one name is always one file. */
  assets: string;
  /** The folder of all replicas. Each file is dated by when a shop that runs its build last said so. */
  shared: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Puts the build's files where replicas that run another build find them, and removes what is old. */
export async function shareAssets({ assets, shared, now }: SharedPlaces): Promise<void> {
  await mkdir(shared, { recursive: true });
  const date = new Date(now);
  const present = new Set(await readdir(shared));
  for (const name of await readdir(assets)) {
    const target = path.join(shared, name);
    if (!present.has(name)) {
      // Another replica may serve it at any moment, and it has to be whole by then.
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
