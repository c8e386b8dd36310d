import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Nothing listens there. */
const unreachable = 'postgres://shop@127.0.0.1:9/shop';

async function run(file: string, args: readonly string[], env: Record<string, string>) {
  const directory = await mkdtemp(path.join(tmpdir(), 'plain-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const child = spawn(process.execPath, [path.join(root, file), ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', PORT: '1', DATA_DIR: directory, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, output };
}

const commands: [file: string, args: string[]][] = [
  ['scripts/make-admin.ts', ['someone@example.com']],
  ['scripts/reconcile.ts', []],
  ['scripts/rotate-keys.ts', ['--list']],
  ['scripts/export.ts', ['out']],
  ['server/main.ts', []],
];

it.each([
  ...commands.map(
    ([file, args]) => [file, args, { DATABASE_URL: unreachable }, 'cannot be reached'] as const,
  ),
  ...commands.map(([file, args]) => [file, args, { PORT: 'x' }, 'PORT: '] as const),
  ['server/main.ts', [], { PORT: '0', DATA_DIR: '/proc/shop/data' }, 'cannot be used: '] as const,
  ['scripts/import.ts', ['in'], {}, 'no finished export'] as const,
  ['scripts/make-admin.ts', [], {}, 'Usage: npm run make-admin'] as const,
  ['scripts/make-admin.ts', ['--unknown'], {}, '--unknown'] as const,
  ['scripts/rotate-keys.ts', ['--unknown'], {}, '--unknown'] as const,
])('%s %j says in words what is wrong with %j', async (file, args, env, words) => {
  const { code, output } = await run(file, args, env);
  expect(output).toContain(words);
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(output.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(code).not.toBe(0);
});

it('makes no data directory for a port that leaves none to the sandbox', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'plain-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const { code, output } = await run('server/main.ts', [], {
    PORT: '65535',
    DATA_DIR: path.join(parent, 'data'),
  });
  expect(output).toMatch(/^PORT: 65535 .*\n$/);
  expect(code).not.toBe(0);
  expect(await readdir(parent)).toEqual([]);
});
