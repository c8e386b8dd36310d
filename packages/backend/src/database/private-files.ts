import fs, { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { DataDirectoryUnusable } from './database-error.ts';

/**
 * Creates the folder and makes it readable for this system user only: modes 0700 and 0600 for what
 * exists, and the process's umask for new files.
 */
export async function makePrivateDirectory(directory: string): Promise<void> {
  if (isMainThread) process.umask(0o077);
  try {
    await makeDirectory(directory);
    await access(directory, constants.W_OK | constants.X_OK);
    await makePrivate(directory);
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    if (!reason) throw error;
    throw new DataDirectoryUnusable(directory, reason);
  }
}

/** Node's own `recursive` never returns if a folder can't be created there, as in /proc. */
async function makeDirectory(directory: string): Promise<void> {
  const parent = dirname(directory);
  if (!fs.existsSync(parent)) await makeDirectory(parent);
  await mkdir(directory).catch(async (error: NodeJS.ErrnoException) => {
    const isThere = error.code === 'EEXIST' && (await stat(directory)).isDirectory();
    if (!isThere) throw error;
  });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it cannot be written to',
  EPERM: 'it cannot be written to',
  EROFS: 'it cannot be written to',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOSPC: 'the disk is full',
};

/** A folder that was already private isn't searched: nobody else can reach its files. */
async function makePrivate(directory: string): Promise<void> {
  const wasPrivate = ((await stat(directory)).mode & 0o077) === 0;
  await chmod(directory, 0o700).catch(ignoreForeign);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!wasPrivate || ((await stat(path)).mode & 0o077) !== 0) await makePrivate(path);
    } else if (entry.isFile()) {
      await chmod(path, 0o600).catch(ignoreForeign);
    }
  }
}

/** A volume may belong to another user and be open to our group; its modes aren't ours to change. */
function ignoreForeign(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error;
}

/**
 * PGlite sets the mode of each new file itself, whatever the umask. This makes all of its files
 * private; the thread or process does nothing else.
 */
export function makeNewFilesPrivate(): void {
  const { chmodSync } = fs;
  fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & 0o700);
}
