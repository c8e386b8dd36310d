import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  await alone(`${image}.lock`, async () => {
    if (existsSync(image)) return;
    const unfinished = `${image}.${process.pid}`;
    await make(unfinished);
    await rename(unfinished, image);
    await removeFormer(name);
  });
  return image;
}

/** Whoever else wants the same waits: made at once by three processes, it would take each of them three times as long. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  while (!(await take(lock))) await sleep(50);
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (holder && !isAlive(holder)) await rm(lock, { force: true });
  return false;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Milliseconds for which a run that began with a former image may still copy it. */
const usedFor = 60 * 60_000;

/** The same of former sources, which another digest tells apart, and what was never finished. */
async function removeFormer(name: string): Promise<void> {
  const digest = /[0-9a-f]{12}(?:\.\d+)?$/;
  if (!digest.test(name)) return;
  for (const entry of await readdir(cache)) {
    if (entry === name || !digest.test(entry)) continue;
    if (entry.replace(digest, '') !== name.replace(digest, '')) continue;
    const former = path.join(cache, entry);
    const { mtimeMs } = await stat(former);
    if (Date.now() - mtimeMs > usedFor) await rm(former, { recursive: true, force: true });
  }
}

/** With owners and modes; shares the blocks where the file system can. `to` must not exist. */
export async function copyDirectory(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}
