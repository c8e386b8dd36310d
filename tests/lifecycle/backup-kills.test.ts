import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Database } from '@liv-fit/backend/database';
import { openPglite } from '@liv-fit/backend/pglite';
import { openPostgres } from '@liv-fit/backend/postgres';
import { sized } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBackups } from '#server/backups/backup-name.ts';
import {
  type MigratedPostgres,
  migratedDirectory,
  startMigratedPostgres,
} from '#tests/fixtures/migrated.ts';
import { pgliteFlags } from '#tests/fixtures/pglite-flags.ts';
import { type TemporaryDirectory, temporaryDirectory } from '#tests/fixtures/shop-process.ts';

/** kill -9 at any moment of a backup or restore leaves nothing half done, and the next try works. */
const root = new URL('../..', import.meta.url).pathname;
const rounds = sized(40, 2);
const products = 1_000;

let shop: TemporaryDirectory;
let scratch: TemporaryDirectory;
let postgres: MigratedPostgres;
let backups: string;
beforeAll(async () => {
  [shop, scratch, postgres] = await Promise.all([
    migratedDirectory(),
    temporaryDirectory(),
    startMigratedPostgres(),
  ]);
  backups = join(scratch.path, 'backups');
  const database = await openPglite({ dataDir: shop.path });
  await database.query({
    text: `insert into products (name, price, description)
      select 'Product ' || n, 10, repeat(md5(n::text), 20) from generate_series(1, ${products}) as n`,
  });
  await database.close();
});
afterAll(async () => {
  await postgres?.stop();
  await Promise.all([shop?.remove(), scratch?.remove()]);
});

type Env = Record<string, string>;

function environment(env: Env): Env {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE, PORT: '1', ...env };
}

/** Returns how many milliseconds it took. */
async function run(script: string, env: Env, ...args: string[]): Promise<number> {
  const began = performance.now();
  await promisify(execFile)(process.execPath, [...pgliteFlags, `scripts/${script}.ts`, ...args], {
    cwd: root,
    env: environment(env),
  });
  return performance.now() - began;
}

/** Kills it at a random moment within that time. */
async function kill(within: number, script: string, env: Env, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [...pgliteFlags, `scripts/${script}.ts`, ...args], {
    cwd: root,
    env: environment(env),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const after = Math.round(Math.random() * within);
  await Promise.race([sleep(after), ended]);
  child.kill('SIGKILL');
  await ended;
  return `killed after ${after} ms`;
}

it('a killed backup leaves whole ones only', async () => {
  const env = { DATA_DIR: shop.path };
  const takes = await run('backup', env, backups);
  for (let round = 0; round < rounds; round += 1) {
    const what = await kill(takes, 'backup', env, backups);
    for (const { name } of listBackups(await readdir(backups))) {
      await expect(
        run('restore', { DATA_DIR: scratch.path }, join(backups, name), '--check'),
        `${what}: ${name}`,
      ).resolves.toBeGreaterThan(0);
    }
  }
  await run('backup', env, backups);
  const left = (await readdir(shop.path)).filter((name) => name.startsWith('postgres'));
  expect(left).toEqual(['postgres']);
});

/** Products, records of a restore, and pending emails and jobs. */
async function contents(database: Database): Promise<unknown> {
  try {
    const { rows } = await database.query({
      text: `select (select count(*)::integer from products) as products,
        (select count(*)::integer from private.restores where confirmed_at is null) as held`,
    });
    return rows[0];
  } finally {
    await database.close();
  }
}

async function embedded(round: number) {
  const dataDir = join(scratch.path, `embedded-${round}`);
  return { env: { DATA_DIR: dataDir }, open: async () => openPglite({ dataDir }) };
}
async function onPostgres(round: number) {
  const connectionString = await postgres.newMigratedDatabase();
  return {
    env: { DATA_DIR: join(scratch.path, `files-${round}`), DATABASE_URL: connectionString },
    open: async () => openPostgres({ connectionString }),
  };
}

it.each([
  { name: 'the embedded database', place: embedded, times: sized(40, 1) },
  { name: 'PostgreSQL', place: onPostgres, times: rounds },
])(
  'a killed restore into $name fills the shop the next time, or had filled it',
  async ({ place, times }) => {
    const first = await place(0);
    const takes = await run('restore', first.env, backups);
    for (let round = 1; round <= times; round += 1) {
      const { env, open } = await place(round);
      const what = await kill(takes, 'restore', env, backups);
      const again = await run('restore', env, backups).catch((error: { stderr: string }) => error);
      if (typeof again === 'object')
        expect(again.stderr, what).toContain('The database is not empty');
      expect(await contents(await open()), what).toEqual({ products, held: 1 });
    }
  },
);
