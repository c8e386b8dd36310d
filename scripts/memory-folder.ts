import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
/** Three times what the tests need at most at any one time. */
const enough = 6 * 1024 ** 3;

/**
 * Creates a folder for temporary files: in memory if Linux has a memory file system with enough
 * room that may run programs, which avoids copying hundreds of databases to disk; otherwise in the
 * system's temporary folder.
 */
export function makeMemoryFolder(): { path: string; remove(): void } {
  // Other users need access: PostgreSQL runs as its own user.
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
