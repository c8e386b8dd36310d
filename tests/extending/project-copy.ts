import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import type { Recipe } from './recipes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const copied = [
  ...['app', 'deploy', 'domain', 'emails', 'packages'],
  ...['scripts', 'server', 'supabase', 'tests'],
];
const unneeded = new Set(['node_modules', 'build', 'dist', 'extending']);

/** A copy of the project that shares its installed packages and its build. */
export async function copyProject() {
  const directory = await temporaryDirectory();
  const inCopy = (name: string) => path.join(directory.path, name);
  const files = await readdir(root, { withFileTypes: true });
  const loose = files.flatMap(({ name }) => (/\.(json|ts)$/.test(name) ? [name] : []));
  for (const name of [...copied, ...loose]) {
    await cp(path.join(root, name), inCopy(name), {
      recursive: true,
      filter: (source) => !unneeded.has(path.basename(source)),
    });
  }
  for (const name of ['build', 'public']) await symlink(path.join(root, name), inCopy(name));
  await linkPackages(inCopy('node_modules'), directory.path);
  return {
    path: directory.path,
    remove: directory.remove,

    /** Its files by path, each as a digest. */
    async digests(): Promise<Map<string, string>> {
      const digests = new Map<string, string>();
      const exclude = (name: string) => name === 'node_modules' || name === 'build';
      for await (const file of glob('**/*.*', { cwd: directory.path, exclude })) {
        const content = await readFile(inCopy(file)).catch(() => null);
        if (content) digests.set(file, createHash('sha256').update(content).digest('hex'));
      }
      return digests;
    },

    /** Follows a recipe by the letter. */
    async follow({ folder, insertions }: Recipe): Promise<void> {
      await cp(path.join(import.meta.dirname, folder), directory.path, { recursive: true });
      for (const { into, after, lines } of insertions) {
        const text = await readFile(inCopy(into), 'utf8');
        const place = text.indexOf(after);
        if (place < 0) throw new Error(`${into} has no longer: ${after}`);
        const next = text.indexOf('\n', place) + 1;
        await writeFile(inCopy(into), text.slice(0, next) + lines + text.slice(next));
      }
    },
  };
}

/** Every package by a link, the workspaces to those of the copy. */
async function linkPackages(target: string, copy: string): Promise<void> {
  const source = path.join(root, 'node_modules');
  await mkdir(path.join(target, '@liv-fit'), { recursive: true });
  for (const name of await readdir(source)) {
    if (name !== '@liv-fit') await symlink(path.join(source, name), path.join(target, name));
  }
  for (const name of ['backend', 'payment-sandbox']) {
    await symlink(path.join(copy, 'packages', name), path.join(target, '@liv-fit', name));
  }
}

/** Which files came or changed, by path. */
export function changedBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([file, digest]) => (before.get(file) === digest ? [] : file)).sort();
}
