import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Nothing is listening there. */
const unreachable = 'postgres://shop@127.0.0.1:9/shop';

async function run(file: string, args: readonly string[], env: Record<string, string>) {
  const directory = await mkdtemp(path.join(tmpdir(), 'plain-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const child = spawn(process.execPath, [path.join(root, file), ...args], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '1',
      DATA_DIR: directory,
      DATABASE_WAIT_SECONDS: '0',
      ...env,
    },
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

/** Data directory of a shop whose database already exists. */
async function existingData(): Promise<string> {
  const { path: data, remove } = await migratedDirectory();
  onTestFinished(remove);
  return data;
}

const started = { PORT: '0', SEED: 'none' };
const guessable = 'ADMIN_PASSWORD: this one is easy to guess';

const noFolder = 'is not a folder';

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
  ['server/main.ts', [], { PORT: '0', DATA_DIR: '/dev/null' }, noFolder] as const,
  ['server/main.ts', [], { PORT: '0', DATA_DIR: '/dev/null/data' }, noFolder] as const,
  ['scripts/make-admin.ts', ['a@mail.example'], { DATA_DIR: '/dev/null' }, noFolder] as const,
  ['scripts/rotate-keys.ts', ['--list'], { DATA_DIR: '/dev/null' }, noFolder] as const,
  ['scripts/import.ts', ['in'], {}, 'no finished export'] as const,
  ['scripts/export.ts', ['out'], {}, 'nothing to export'] as const,
  ['scripts/make-admin.ts', [], {}, 'Usage: npm run make-admin'] as const,
  ['scripts/make-admin.ts', ['--unknown'], {}, '--unknown'] as const,
  ['scripts/rotate-keys.ts', ['--unknown'], {}, '--unknown'] as const,
])('%s %j says in words what is wrong with %j', expectWords);

async function expectWords(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  words: string,
): Promise<void> {
  const { code, output } = await run(file, args, env);
  expect(output).toContain(words);
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(output.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(code).not.toBe(0);
}

it.each(['password', 'Liv-Fit1'])('says in words that %s is easy to guess', async (password) => {
  const env = { ...started, ADMIN_PASSWORD: password, DATA_DIR: await existingData() };
  await expectWords('server/main.ts', [], env, guessable);
});

it.each([
  ['lock.sqlite', 'lock.sqlite is damaged'],
  ['secrets/signing_keys', 'secret signing_keys is damaged'],
  ['secrets/storage_url_key', 'secret storage_url_key is damaged'],
])('says in one line that %s is damaged', async (file, words) => {
  const data = await existingData();
  await mkdir(path.join(data, 'secrets'));
  await writeFile(path.join(data, file), file.endsWith('storage_url_key') ? '' : 'x'.repeat(4_096));
  const { code, output } = await run('server/main.ts', [], { ...started, DATA_DIR: data });
  expect(output).toContain(words);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

/** A folder that does not contain the shop's own folder yet. */
async function emptyParent(): Promise<string> {
  const parent = await mkdtemp(path.join(tmpdir(), 'plain-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return parent;
}

/** Occupies a port as another program would; the port before it is free. */
async function takePort(): Promise<number> {
  const taken = (await freePortPair()) + 1;
  const other = createServer().listen(taken, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  return taken;
}

it.each<[what: string, (taken: number) => Record<string, string>, words: RegExp]>([
  ['a port that leaves none to the sandbox', () => ({ PORT: '65535' }), /^PORT: 65535 .*\n$/],
  ['a port that is taken', (taken) => ({ PORT: String(taken) }), /^PORT: \d+ is in use\n$/],
  [
    'a port whose neighbor is taken',
    (taken) => ({ PORT: String(taken - 1) }),
    /^PORT: \d+, which the sandbox needs, is in use\n$/,
  ],
  [
    'metrics on a port that is taken',
    (taken) => ({ PORT: '0', METRICS_PORT: String(taken) }),
    /^METRICS_PORT: \d+ is in use\n$/,
  ],
  [
    'metrics on the shop’s own port',
    (taken) => ({ PORT: String(taken + 1), METRICS_PORT: String(taken + 1) }),
    /^METRICS_PORT: \d+ is the port of PORT already\n$/,
  ],
  ['an address of others', () => ({ ...started, HOST: '192.0.2.1', SANDBOX: 'public' }), /^HOST: /],
  ['a guessable password', () => ({ ...started, ADMIN_PASSWORD: '123456' }), /^ADMIN_PASSWORD: /],
])('makes no data directory for %s', async (_, env, words) => {
  const parent = await emptyParent();
  const DATA_DIR = path.join(parent, 'deep', 'data');
  const { code, output } = await run('server/main.ts', [], { ...env(await takePort()), DATA_DIR });
  expect(output.replace('The shop cannot start: ', '')).toMatch(words);
  expect(code).toBe(1);
  expect(await readdir(parent)).toEqual([]);
});

const entriesOf = (data: string) => readdir(data).catch(() => [] as string[]);
const isMaking = async (data: string) =>
  (await entriesOf(data)).some((entry) => entry.startsWith('postgres.unfinished'));
const isMade = async (data: string) => (await entriesOf(data)).includes('postgres');

it.each([
  // Like systemd or a terminal: its child processes receive the signal too.
  ['while it makes its database, with its children', isMaking, -1],
  ['while it makes its database, alone', isMaking, 1],
  ['while it creates its tables', isMade, 1],
])('ends soon and quietly when it is stopped %s, and leaves nothing behind', async (...row) => {
  const [, hasCome, group] = row;
  const parent = await emptyParent();
  const data = path.join(parent, 'data');
  const child = spawn(process.execPath, [path.join(root, 'server/main.ts')], {
    env: { PATH: process.env.PATH, ...started, DATA_DIR: data },
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const ended = once(child, 'close');
  await vi.waitUntil(() => hasCome(data), { timeout: 60_000, interval: 10 });
  process.kill(group * (child.pid ?? 0), 'SIGTERM');
  const [code] = await ended;
  expect({ code, output }).toEqual({ code: 0, output: '' });
  expect(await readdir(parent)).toEqual([]);
});
