import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** In the folder the tests run in; removed with the packages, so a fresh install makes its own images. */
const cache = path.resolve('node_modules/.cache/test-databases');

/**
 * A file or directory that takes seconds to make and is always the same: made once, then found by
 * its name, which says what is in it. `make` writes to the path it is given.
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

/**
 * Makes others that want the same image wait: if three processes made it at once, each would take
 * three times as long.
 */
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

/** Milliseconds during which a run that began with an older image may still copy it. */
const usedFor = 60 * 60_000;

/** Removes images of older sources (whose digest differs) and unfinished ones. */
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

/** Copies with owners and modes; shares disk blocks if the file system can. `to` must not exist. */
export async function copyDirectory(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}
