/**
 * `npm run bench:backend`: measures the backend over HTTP with 50 connections against the
 * database's own driver in the same process with as many callers. Rounds of the two alternate and
 * medians count, since machines differ but ratios do not. Prints Markdown; `--seconds N` per round
 * (default 2), `--rounds N` (default 5).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { openData, readProject, type ServedProject, serveProject } from '@liv-fit/backend/project';
import { startPostgres } from '@liv-fit/backend/testing';
import pg from 'pg';
import { type Load, measureLoad, measurePosts } from './bench/measure-load.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const connections = 50;

/** Targets for each pair, as a share of the driver's rate. */
const aims = {
  PostgreSQL: { read: 0.4, insert: 0.25 },
  PGlite: { read: 0.6, insert: 0.18 },
};

const schema = `
  create table items (
    id bigint generated always as identity primary key,
    name text not null,
    slug text not null,
    price numeric(10, 2) not null default 9.99,
    tags text[] not null default '{}',
    sold_out boolean not null default false,
    created_at timestamptz not null default now()
  );
  create table entries (
    id bigint generated always as identity primary key,
    name text not null,
    email text not null,
    message text not null,
    created_at timestamptz not null default now()
  );
  alter table items enable row level security;
  alter table entries enable row level security;
  create policy everybody on items for select to anon using (true);
  create policy everybody on entries for insert to anon with check (length(name) > 0);
  grant select on items to anon;
  grant insert on entries to anon;
  insert into items (name, slug, tags)
    select 'Item number ' || n, 'item-' || n, array['one', 'two'] from generate_series(1, 200) n;
`;

const reading = {
  name: 'read',
  text: `select coalesce(json_agg(rows), '[]') as body from (
    select id, name, slug, price, tags, sold_out, created_at from items order by id limit 20
  ) as rows`,
};
const entry = { name: 'Somebody', email: 'a@b.example', message: 'A message of ordinary length.' };
const inserting = {
  name: 'insert',
  text: 'insert into entries (name, email, message) values ($1, $2, $3)',
  values: Object.values(entry),
};

interface Driver {
  read(): Promise<unknown>;
  insert(): Promise<unknown>;
}

const missing = ensureSystemPackages(['postgresql', 'wrk']);
if (missing.length > 0) throw new Error(`The benchmark needs ${missing.join(', ')}.`);
const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'));
const postgres = await startPostgres();
try {
  const configuration = '[api]\nauto_expose_new_tables = false\n';
  await writeFile(path.join(folder, 'config.toml'), configuration);
  console.log(
    `${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.version}; load average`,
  );
  console.log(`${os.loadavg()[0]?.toFixed(1)} at the start. ${connections} connections, the load`);
  console.log(`generator on the same machine, medians of ${rounds} rounds of ${seconds} s.`);
  console.log('Inserts were not fsynced: neither PGlite nor this PostgreSQL (fsync off) waits.');
  console.log();
  console.log('| database | call | driver /s | backend /s | share | asked | p99 ms | errors |');
  console.log('|---|---|---:|---:|---:|---:|---:|---:|');
  await benchPostgres();
  await benchPglite();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}

async function benchPostgres(): Promise<void> {
  const databaseUrl = await postgres.newDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const data = await openData({ databaseUrl });
  try {
    const driver = { read: () => pool.query(reading), insert: () => pool.query(inserting) };
    await benchDatabase('PostgreSQL', data, driver);
  } finally {
    await data.close();
    await pool.end();
  }
}

/** The driver has its own database, since PGlite allows only one connection. */
async function benchPglite(): Promise<void> {
  const dataDir = path.join(folder, 'data');
  const data = await openData({ dataDir });
  const pglite = await PGlite.create(path.join(folder, 'driver'));
  await pglite.exec(`create role anon; ${schema}`);
  try {
    await benchDatabase('PGlite', data, {
      read: () => pglite.query(reading.text),
      insert: () => pglite.query(inserting.text, inserting.values),
    });
  } finally {
    await pglite.close();
    await data.close();
  }
}

async function benchDatabase(
  name: keyof typeof aims,
  data: Awaited<ReturnType<typeof openData>>,
  driver: Driver,
): Promise<void> {
  const served = await serveProject({
    project: await readProject(folder, {}),
    data,
    host: '127.0.0.1',
    port: 0,
    keys: {},
    keylessAnonymous: false,
    rateLimits: 'off',
    report: () => {},
  });
  try {
    const connection = await data.database.connect();
    await connection.exec(`${schema}; notify pgrst`);
    connection.release();
    await compare(name, 'read', driver.read, () => read(served));
    await compare(name, 'insert', driver.insert, () => insert(served));
  } finally {
    await served.close();
  }
}

function read({ url, publishableKey }: ServedProject): Promise<Load> {
  const address = `${url}/rest/v1/items?select=*&order=id&limit=20`;
  return measureLoad(address, connections, seconds, { apikey: publishableKey });
}

function insert({ url, publishableKey }: ServedProject): Promise<Load> {
  return measurePosts(`${url}/rest/v1/entries`, connections, seconds, JSON.stringify(entry), {
    apikey: publishableKey,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  });
}

async function compare(
  database: keyof typeof aims,
  call: 'read' | 'insert',
  alone: () => Promise<unknown>,
  through: () => Promise<Load>,
): Promise<void> {
  await drive(alone, 1);
  await through();
  const pairs: { driver: number; backend: Load }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ driver: await drive(alone, seconds), backend: await through() });
  }
  const driver = median(pairs.map((pair) => pair.driver));
  const backend = median(pairs.map((pair) => pair.backend.rate));
  const share = median(pairs.map((pair) => pair.backend.rate / pair.driver));
  const errors = pairs.reduce((sum, pair) => sum + pair.backend.errors, 0);
  const cells = [
    database,
    call === 'read' ? 'GET of 20 rows' : 'single insert',
    Math.round(driver),
    Math.round(backend),
    share.toFixed(2),
    aims[database][call].toFixed(2),
    median(pairs.map((pair) => pair.backend.p99)).toFixed(1),
    errors,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Calls per second by as many callers as there are connections. */
async function drive(work: () => Promise<unknown>, forSeconds: number): Promise<number> {
  const began = performance.now();
  const until = began + forSeconds * 1000;
  let done = 0;
  const caller = async () => {
    while (performance.now() < until) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return (done * 1000) / (performance.now() - began);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
