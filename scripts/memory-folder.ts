import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
/** What the tests need at most at once is a third of it. */
const enough = 6 * 1024 ** 3;

/**
 * A new folder for temporary files: in memory where Linux has one with room in it and programs may run
 * there, which spares copying hundreds of databases to a disk, and the system's own otherwise.
 */
export function makeMemoryFolder(): { path: string; remove(): void } {
  // Others than its owner have to get through it: PostgreSQL runs as a user of its own.
  const folder = mkdtempSync(path.join(hasRoom() ? inMemory : tmpdir(), 'liv-fit-tests-'));
  chmodSync(folder, 0o711);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasRoom(): boolean {
  if (!existsSync(inMemory) || freemem() < enough) return false;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options =
    mounts.findLast((line) => line.split(' ')[1] === inMemory)?.split(' ')[3] ?? 'noexec';
  const { bavail, bsize } = statfsSync(inMemory);
  return !options.split(',').includes('noexec') && bavail * bsize > enough;
}
