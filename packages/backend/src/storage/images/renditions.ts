import { createHash, randomUUID } from 'node:crypto';
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';

/** Makes an image; `signal` is aborted when nobody waits for it anymore. */
type Make = (signal: AbortSignal) => Promise<Buffer | Failure>;

interface Making {
  result: Promise<Buffer | Failure>;
  waiting: number;
  abandon: AbortController;
}

export interface Renditions {
  /** The stored image for that key, or the one that `make` makes, once for simultaneous requests. */
  get(key: string, make: Make, signal?: AbortSignal): Promise<Buffer | Failure>;
}

const MEBIBYTE = 1024 * 1024;

/** Transformed images on disk, the longest unused going first. Losing them costs only time. */
export async function openRenditions(
  directory: string,
  mostBytes: number = 256 * MEBIBYTE,
): Promise<Renditions> {
  await mkdir(directory, { recursive: true });
  const kept = new LRUCache<string, number>({
    maxSize: mostBytes,
    sizeCalculation: (size) => Math.max(1, size),
    dispose: (_size, name, reason) => {
      if (reason !== 'set') rm(join(directory, name), { force: true }).catch(() => {});
    },
  });
  for (const { name, size } of await readNames(directory)) kept.set(name, size);
  const making = new Map<string, Making>();

  async function make(name: string, work: Make, signal: AbortSignal) {
    const made = await work(signal);
    if (made instanceof Failure) return made;
    const unfinished = join(directory, `${name}.${randomUUID()}`);
    await writeFile(unfinished, made);
    await rename(unfinished, join(directory, name));
    kept.set(name, made.length);
    return made;
  }

  return {
    async get(key, work, signal) {
      const name = createHash('sha256').update(key).digest('hex');
      if (kept.get(name) !== undefined) {
        const found = await readFile(join(directory, name)).catch(() => null);
        if (found) return found;
        kept.delete(name);
      }
      let current = making.get(name);
      if (!current) {
        const abandon = new AbortController();
        const started: Making = {
          result: make(name, work, abandon.signal).finally(() => forget(name, started)),
          waiting: 0,
          abandon,
        };
        making.set(name, started);
        current = started;
      }
      waitFor(name, current, signal);
      return current.result;
    },
  };

  function waitFor(name: string, started: Making, signal: AbortSignal | undefined): void {
    started.waiting += 1;
    signal?.addEventListener('abort', () => {
      started.waiting -= 1;
      if (started.waiting > 0) return;
      started.abandon.abort();
      // An abandoned rendition can't answer later requests.
      forget(name, started);
    });
  }

  function forget(name: string, started: Making): void {
    if (making.get(name) === started) making.delete(name);
  }
}

/** What an earlier process left, oldest first; what it did not finish is removed. */
async function readNames(directory: string): Promise<{ name: string; size: number }[]> {
  const found: { name: string; size: number; usedAt: number }[] = [];
  for await (const { name } of await opendir(directory)) {
    const path = join(directory, name);
    if (!/^[0-9a-f]{64}$/.test(name)) {
      await rm(path, { force: true, recursive: true });
      continue;
    }
    const { size, mtimeMs } = await stat(path);
    found.push({ name, size, usedAt: mtimeMs });
  }
  return found.sort((a, b) => a.usedAt - b.usedAt);
}
