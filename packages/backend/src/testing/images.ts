import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Below where the tests were started; goes with the packages, so a fresh installation makes its own. */
const cache = path.resolve('node_modules/.cache/test-databases');

/**
 * A file or directory that takes seconds to make and is always the same: made once and found again
 * by its name, which says what is in it. `make` writes to the path that it is given.
 */
export async function imageOf(
  name: string,
  make: (unfinished: string) => Promise<void>,
): Promise<string> {
  const image = path.join(cache, name);
  if (existsSync(image)) return image;
  await mkdir(cache, { recursive: true });
  const unfinished = `${image}.${process.pid}`;
  await make(unfinished);
  try {
    await rename(unfinished, image);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(image)) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
  return image;
}

/** With owners and modes; shares the blocks where the file system can. `to` must not exist. */
export async function copyDirectory(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}
