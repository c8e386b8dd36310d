import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretStore } from './secret-store.ts';

/** Stores one file per secret in `directory`, readable only by its owner. */
export function createFileSecretStore(directory: string): SecretStore {
  return {
    async keep(name, generate) {
      const path = join(directory, name);
      const kept = await readIfPresent(path);
      if (kept !== null) return kept;

      await mkdir(directory, { recursive: true, mode: 0o700 });
      const draft = await writeDraft(path, await generate());
      // `link` is atomic and never replaces an existing file.
      await link(draft, path).catch(ignoreExisting);
      await unlink(draft);
      return readFile(path, 'utf8');
    },
    read: (name) => readIfPresent(join(directory, name)),
    async replace(name, expected, next) {
      const path = join(directory, name);
      const draft = await writeDraft(path, next);
      if ((await readIfPresent(path)) !== expected) {
        await unlink(draft);
        return false;
      }
      await rename(draft, path);
      return true;
    },
  };
}

async function writeDraft(path: string, content: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
