import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, open, opendir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../names.ts';
import type { FileStore } from './file-store.ts';

/** Stores files in folders named by the first two characters of their key, to keep folders small. */
export function createDiskFileStore(directory: string): FileStore {
  const folderOf = (key: string) => join(directory, key.slice(0, 2));
  const pathOf = (key: string) => {
    if (!isUuid(key)) throw new TypeError(`Not a key of the file store: ${key}`);
    return join(folderOf(key), key);
  };
  return {
    async keep(key, stagedPath) {
      const path = pathOf(key);
      await mkdir(folderOf(key), { recursive: true });
      await rename(stagedPath, path);
      await flushFolder(folderOf(key));
    },
    async open(key, range) {
      const file = await open(pathOf(key)).catch(ignoreMissing);
      return file?.createReadStream(range) ?? null;
    },
    async copy(from, to) {
      await mkdir(folderOf(to), { recursive: true });
      await copyFile(pathOf(from), pathOf(to), constants.COPYFILE_FICLONE);
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => unlink(pathOf(key)).catch(ignoreMissing)));
    },
    async *list() {
      for await (const folder of entries(directory)) {
        for await (const entry of entries(join(directory, folder.name))) {
          const key = entry.name;
          if (!isUuid(key)) continue;
          const found = await stat(join(directory, folder.name, key)).catch(ignoreMissing);
          if (found) yield { key, modifiedAt: found.mtime };
        }
      }
    },
  };
}

/** A rename survives a power failure only once the folder is flushed, too. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* entries(path: string): AsyncIterable<Dirent> {
  const directory = await opendir(path).catch(ignoreMissing);
  if (directory) yield* directory;
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
