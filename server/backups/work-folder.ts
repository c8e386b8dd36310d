import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDirectory } from '@liv-fit/backend/database';

/** `work` holds a backup that is being made, `restored` one that was fetched and decrypted. */
type WorkFolder = 'work' | 'restored';

/** Matches only the names given below; anything else in DATA_DIR belongs to its owner. */
const given = /^backup-(work|restored)-[A-Za-z0-9]{6}$/;
const unlocked = /^\.backup-new-[A-Za-z0-9]{6}$/;
const day = 24 * 60 * 60_000;

/**
 * A folder in DATA_DIR that is deleted when `use` ends or, if the process was killed, when the next
 * one is made.
 */
export async function withWorkFolder<T>(
  dataDir: string,
  kind: WorkFolder,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await removeLeftovers(dataDir);
  // Renamed only once it is locked, so that nobody ever sees it without its lock.
  const made = await mkdtemp(path.join(dataDir, '.backup-new-'));
  const folder = path.join(dataDir, `backup-${kind}-${made.slice(-6)}`);
  const unlock = lockDataDirectory(made);
  try {
    await rename(made, folder);
    return await use(folder);
  } finally {
    // Unpacking a damaged backup may continue for a moment.
    for (const each of [made, folder]) {
      await rm(each, { recursive: true, force: true, maxRetries: 5 });
    }
    unlock();
  }
}

/** Removes what killed processes left behind, which may include the whole shop, decrypted. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const folder = path.join(dataDir, name);
    if (unlocked.test(name)) {
      // It contains nothing but a lock that was never taken.
      if (await isOld(folder)) await rm(folder, { recursive: true, force: true });
    } else if (given.test(name)) await removeUnlessUsed(folder);
  }
}

async function removeUnlessUsed(folder: string): Promise<void> {
  // Earlier versions took no lock, and may still be running.
  if (!(await isThere(path.join(folder, 'lock.sqlite'))) && !(await isOld(folder))) return;
  let unlock: () => void;
  try {
    unlock = lockDataDirectory(folder);
  } catch {
    return;
  }
  try {
    await rm(folder, { recursive: true, force: true });
  } finally {
    unlock();
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

async function isOld(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > day;
}
