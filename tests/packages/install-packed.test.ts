import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const environment = {
  PATH: `${dirname(process.execPath)}:${join(modules, '.bin')}:${process.env.PATH}`,
  HOME: process.env.HOME,
};

/** Runs a program to its end. Throws with its output if it fails. */
async function run(cwd: string, program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

let place: string;

/** Packed in a copy, because packing rewrites the manifest for a moment. */
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'packed-'));
  await cp(join(root, 'packages'), join(place, 'packages'), {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|test-results)$|\.tgz$/.test(path),
  });
  await symlink(modules, join(place, 'node_modules'));
});

afterAll(() => rm(place, { recursive: true }));

/**
 * Installs a package from its tarball into an empty folder, as npm does but without the registry:
 * only what the manifest declares is linked, from the modules already installed here.
 */
async function install(name: string): Promise<{ folder: string; files: string[] }> {
  const tarball = (
    await run(join(place, 'packages', name), 'npm', [
      'pack',
      '--silent',
      '--pack-destination',
      place,
    ])
  ).trim();
  const folder = join(place, `empty-${name}`);
  const target = join(folder, 'node_modules/@liv-fit', name);
  await mkdir(target, { recursive: true });
  await run(place, 'tar', [
    '-xzf',
    tarball.split('\n').at(-1) ?? '',
    '-C',
    target,
    '--strip-components=1',
  ]);
  const { dependencies, bin } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'));
  for (const dependency of [...Object.keys(dependencies), '@types/node']) {
    const link = join(folder, 'node_modules', dependency);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(modules, dependency), link);
  }
  await mkdir(join(folder, 'node_modules/.bin'));
  for (const [command, file] of Object.entries(bin as Record<string, string>)) {
    await chmod(join(target, file), 0o755);
    await symlink(join(target, file), join(folder, 'node_modules/.bin', command));
  }
  const files = (await run(target, 'find', ['.', '-type', 'f'])).trim().split('\n');
  return { folder, files };
}

/** Starts a command of the folder and waits for the line that says where it is listening. */
async function start<Ready>(
  folder: string,
  command: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> },
): Promise<{ ready: Ready; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(join(folder, 'node_modules/.bin', command), args, {
    cwd: folder,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr?.on('data', (chunk) => {
    complaints += chunk;
  });
  if (!child.stdout) throw new Error('No output to read.');
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (typeof line[0] !== 'string') throw new Error(`${command} ended: ${complaints}`);
  return {
    ready: JSON.parse(line[0]),
    async stop() {
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  };
}

/** Compiles a program in the folder against the installed declarations. */
async function compile(folder: string, source: string): Promise<void> {
  await writeFile(join(folder, 'program.ts'), source);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    'node',
  ];
  await run(folder, 'tsc', ['--target', 'es2024', ...flags, 'program.ts']);
}

const isSource = (file: string) => /(?<!\.d)\.ts$|\.test\.|fixtures/.test(file);

describe('the payment sandbox, packed and installed into an empty folder', () => {
  it('holds compiled files alone, runs, takes payments and mail, and has types', async () => {
    const { folder, files } = await install('payment-sandbox');
    expect(files.filter(isSource)).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['./README.md', './LICENSE', './CHANGELOG.md']));

    const { ready, stop } = await start<{ httpPort: number }>(folder, 'payment-sandbox', {
      env: { SANDBOX_PORT: '0' },
    });
    const session = await fetch(`http://127.0.0.1:${ready.httpPort}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_any' },
      body: new URLSearchParams({
        mode: 'payment',
        success_url: 'http://127.0.0.1:9/done',
        'line_items[0][quantity]': '2',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '2999',
        'line_items[0][price_data][product_data][name]': 'Resin',
      }),
    });
    expect(await session.json()).toMatchObject({ amount_total: 5998, payment_status: 'unpaid' });
    const style = await fetch(`http://127.0.0.1:${ready.httpPort}/assets/sandbox.css`);
    expect(style.status).toBe(200);
    await stop();

    await compile(
      folder,
      `import { listenSandbox } from '@liv-fit/payment-sandbox';
       const sandbox = await listenSandbox({ httpPort: 0 });
       export const port: number = sandbox.httpPort;
       // @ts-expect-error a port is a number
       await listenSandbox({ httpPort: 'any' });`,
    );
  });
});

describe('the backend, packed and installed into an empty folder', () => {
  it('holds compiled files alone, serves a project folder, and has types', async () => {
    const { folder, files } = await install('backend');
    expect(files.filter(isSource)).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['./README.md', './LICENSE', './CHANGELOG.md']));

    await mkdir(join(folder, 'supabase/migrations'), { recursive: true });
    await writeFile(
      join(folder, 'supabase/migrations/1_notes.sql'),
      'create table notes (id int primary key); insert into notes values (7);',
    );
    const { ready, stop } = await start<{ url: string; publishableKey: string }>(
      folder,
      'liv-fit-backend',
      { args: ['--project', '.'] },
    );
    const headers = { apikey: ready.publishableKey };
    const notes = await fetch(`${ready.url}/rest/v1/notes`, { headers });
    expect(await notes.json()).toEqual([{ id: 7 }]);
    const account = await fetch(`${ready.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: 'a long password' }),
    });
    expect(await account.json()).toMatchObject({ user: { email: 'ann@example.com' } });
    const bucket = await fetch(`${ready.url}/storage/v1/bucket`, { headers });
    expect(bucket.status).toBe(200);
    await stop();

    await compile(
      folder,
      `import { openData, readProject, serveProject } from '@liv-fit/backend/project';
       import type { Database } from '@liv-fit/backend/database';
       const project = await readProject('.', process.env);
       const data = await openData({});
       const database: Database = data.database;
       export const served = await serveProject({
         project, data, host: '127.0.0.1', port: 0, keys: {}, keylessAnonymous: false,
         rateLimits: 'off', report: (message: string) => void message,
       });
       // @ts-expect-error a query is an object
       await database.query('select 1');`,
    );
  });
});
