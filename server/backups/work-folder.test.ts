import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { removeLeftovers, withWorkFolder } from './work-folder.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

const pathOf = (...names: string[]) => path.join(directory.path, ...names);
const entries = async () => (await readdir(directory.path)).sort();

/**
 * Starts another process that begins to unpack a backup and then waits; resolves once its folder
 * exists.
 */
async function startRestore() {
  const module = new URL('./work-folder.ts', import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { writeFile } from 'node:fs/promises';
       import { withWorkFolder } from ${JSON.stringify(module)};
       await withWorkFolder(process.argv[1], 'restored', async (folder) => {
         await writeFile(folder + '/rows.txt', 'Ann, 1 Ridge Road');
         console.log('begun');
         await new Promise((resolve) => process.stdin.once('data', resolve));
       });
       process.exit();`,
      directory.path,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  const exited = once(child, 'exit');
  return {
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async finish() {
      child.stdin.write('\n');
      await exited;
    },
  };
}

it('removes a work folder after use, even after an error', async () => {
  const found = await withWorkFolder(directory.path, 'work', async (folder) => {
    await writeFile(path.join(folder, 'rows.txt'), 'rows');
    return path.basename(folder);
  });
  expect(found).toMatch(/^backup-work-\w{6}$/);
  const failed = withWorkFolder(directory.path, 'restored', async () => {
    throw new Error('damaged');
  });
  await expect(failed).rejects.toThrow('damaged');
  expect(await entries()).toEqual([]);
});

it('keeps the folder of a running restore, and removes it once that was killed', async () => {
  const restore = await startRestore();
  const [name = ''] = await entries();
  expect(name).toMatch(/^backup-restored-\w{6}$/);
  await removeLeftovers(directory.path);
  await withWorkFolder(directory.path, 'work', async () => {});
  expect(existsSync(pathOf(name, 'rows.txt'))).toBe(true);

  await restore.kill();
  expect(existsSync(pathOf(name, 'rows.txt'))).toBe(true);
  await removeLeftovers(directory.path);
  expect(await entries()).toEqual([]);

  const another = await startRestore();
  await another.kill();
  await withWorkFolder(directory.path, 'restored', async () => {});
  expect(await entries()).toEqual([]);

  const third = await startRestore();
  await removeLeftovers(directory.path);
  await third.finish();
  expect(await entries()).toEqual([]);
});

it('never removes a folder that is still being created', async () => {
  const making = Array.from({ length: 40 }, (_, index) =>
    withWorkFolder(directory.path, index % 2 ? 'work' : 'restored', async (folder) => {
      await writeFile(path.join(folder, 'rows.txt'), 'rows');
      await removeLeftovers(directory.path);
      expect(existsSync(path.join(folder, 'rows.txt'))).toBe(true);
    }),
  );
  await Promise.all([...making, ...making.map(() => removeLeftovers(directory.path))]);
  expect(await entries()).toEqual([]);
});

it('removes folders of older versions after a day, and nothing else in DATA_DIR', async () => {
  const kept = [
    'backup-261126',
    'backup-restored',
    'backup-restored-of-may',
    'backup-restored-261126-old',
    'backup-work-1234567',
    'backup-Ab12Cd',
    'my-backup-work-Ab12Cd',
    'secrets',
  ];
  const old = ['backup-restored-Ab12Cd', '.backup-new-Ab12Cd'];
  const fresh = ['backup-restored-Zz9999', '.backup-new-Zz9999'];
  const before = new Date(Date.now() - 3 * 24 * 60 * 60_000);
  for (const name of [...kept, ...old, ...fresh]) {
    await mkdir(pathOf(name));
    await writeFile(pathOf(name, 'rows.txt'), 'rows');
    if (!fresh.includes(name)) await utimes(pathOf(name), before, before);
  }
  await removeLeftovers(directory.path);
  expect(await entries()).toEqual([...kept, ...fresh].sort());
  expect(existsSync(pathOf('backup-261126', 'rows.txt'))).toBe(true);
});
