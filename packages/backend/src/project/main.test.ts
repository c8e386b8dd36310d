import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';

const program = new URL('./main.ts', import.meta.url).pathname;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-'));
  await mkdir(join(folder, 'supabase/migrations'), { recursive: true });
  const migration = 'create table notes (id int primary key); insert into notes values (7);';
  await writeFile(join(folder, 'supabase/migrations/1_notes.sql'), migration);
});

afterAll(() => rm(folder, { recursive: true }));

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.on('data', (text) => {
    output.stderr += text;
  });
  return { child, output };
}

const exitOf = async (child: ChildProcess) => (await once(child, 'close'))[0];

it('serves a folder without configuration and ends cleanly', async () => {
  const keys = { SUPABASE_SECRET_KEY: 'sb_secret_given' };
  const { child, output } = start(['--project', folder, '--port', '0'], keys);
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  const served = JSON.parse(output.stdout);
  expect(Object.keys(served)).toEqual(['url', 'publishableKey', 'secretKey']);
  expect(served.secretKey).toBe('sb_secret_given');
  const client = createClient(served.url, served.publishableKey);
  expect(await client.from('notes').select()).toMatchObject({ data: [{ id: 7 }] });
  expect((await fetch(`${served.url}/rest/v1/notes`)).status).toBe(401);
  child.kill('SIGTERM');
  expect(await exitOf(child)).toBe(0);
  expect(output.stdout.split('\n')).toEqual([expect.any(String), '']);
}, 120_000);

it('says why it cannot start', async () => {
  const wrong: [string[], string][] = [
    [[], 'liv-fit-backend --project DIR'],
    [['--project', join(folder, 'none')], 'holds neither config.toml nor migrations'],
    [['--project', folder, '--port', 'x'], '--port x is no port'],
    [['--project', folder, '--unknown'], "Unknown option '--unknown'"],
  ];
  for (const [args, message] of wrong) {
    const { child, output } = start(args);
    expect(await exitOf(child)).toBe(1);
    expect(output).toEqual({ stdout: '', stderr: expect.stringContaining(message) });
  }
});
