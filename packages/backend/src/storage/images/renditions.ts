import { createHash, randomUUID } from 'node:crypto';
import { mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { rangeOf } from '../../access/network-of.ts';
import { BoundedRateLimiter } from '../../bounded-rate-limiter.ts';
import { type Claim, createSharedWork } from '../../shared-work.ts';
import { visitorsOfRange } from '../../virtual-clock.ts';
import { Failure } from '../failure.ts';

/** Makes an image once it gets a turn and can claim the work; a Failure if it gets no turn. */
type Make = (claim: Claim) => Promise<Buffer | Failure>;

export interface Renditions {
  /**
   * The stored image of that source and kind, or the one that `make` creates. Concurrent requests
   * create it only once; the first of them to get a turn does. `caller` is the network that asks.
   */
  get(source: string, kind: string, make: Make, caller?: string): Promise<Buffer | Failure>;
  /** Removes all images of these sources, also those that other processes have made. */
  remove(sources: readonly string[]): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
/** What a file takes on most disks at least; counting it also bounds how many files there are. */
const SMALLEST_FILE = 4096;

/** Several hundred pictures of pages. */
const BYTES_OF_NETWORK = 32 * MEBIBYTE;
const SHARE_SECONDS = 60 * 60;

/**
 * Transformed images on disk; the least recently used are removed first. Losing them only costs
 * time. What one network asks for beyond its share of an hour is made but not kept, so that sizes
 * that no page shows don't push out those that pages do.
 */
export async function openRenditions(
  directory: string,
  maxBytes: number = 256 * MEBIBYTE,
  bytesOfNetwork: number = BYTES_OF_NETWORK,
): Promise<Renditions> {
  await mkdir(directory, { recursive: true });
  const kept = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => Math.max(SMALLEST_FILE, size),
    dispose: (_size, name, reason) => {
      if (reason !== 'set') rm(join(directory, name), { force: true }).catch(() => {});
    },
  });
  for (const { name, size } of await readNames(directory)) kept.set(name, size);
  const making = createSharedWork<Buffer | Failure>();
  const ofNetwork = new BoundedRateLimiter({ points: bytesOfNetwork, duration: SHARE_SECONDS });
  const ofRange = new BoundedRateLimiter({
    points: visitorsOfRange * bytesOfNetwork,
    duration: SHARE_SECONDS,
  });

  async function mayKeep({ length }: Buffer, caller: string): Promise<boolean> {
    const size = Math.max(SMALLEST_FILE, length);
    try {
      await ofNetwork.consume(caller, size);
      await ofRange.consume(rangeOf(caller), size);
      return true;
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      return false;
    }
  }

  async function make(name: string, work: Make, claim: Claim, caller: string | undefined) {
    const made = await work(claim);
    if (made instanceof Failure) return made;
    if (caller !== undefined && !(await mayKeep(made, caller))) return made;
    const unfinished = join(directory, `${name}.${randomUUID()}`);
    await writeFile(unfinished, made);
    await rename(unfinished, join(directory, name));
    kept.set(name, made.length);
    return made;
  }

  return {
    async get(source, kind, work, caller) {
      const name = `${shorten(source)}-${shorten(kind)}`;
      if (kept.get(name) !== undefined) {
        const found = await readFile(join(directory, name)).catch(() => null);
        if (found) return found;
        kept.delete(name);
      }
      return making.ask(name, (claim) => make(name, work, claim, caller));
    },
    async remove(sources) {
      if (sources.length === 0) return;
      const removed = new Set(sources.map(shorten));
      for (const name of await readdir(directory)) {
        const [source = ''] = name.split('-');
        if (!removed.has(source)) continue;
        kept.delete(name);
        await rm(join(directory, name), { force: true });
      }
    },
  };
}

/** 128 bits of the hash. */
const shorten = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Files from an earlier process, oldest first; unfinished ones are removed. */
async function readNames(directory: string): Promise<{ name: string; size: number }[]> {
  const found: { name: string; size: number; usedAt: number }[] = [];
  for await (const { name } of await opendir(directory)) {
    const path = join(directory, name);
    if (!/^[0-9a-f]{32}-[0-9a-f]{32}$/.test(name)) {
      await rm(path, { force: true, recursive: true });
      continue;
    }
    const { size, mtimeMs } = await stat(path);
    found.push({ name, size, usedAt: mtimeMs });
  }
  return found.sort((a, b) => a.usedAt - b.usedAt);
}
