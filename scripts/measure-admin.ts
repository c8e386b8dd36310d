/**
 * `npm run measure:admin`: measures how long the server takes for every call that an admin screen
 * makes, on PostgreSQL with 50,000 orders (`--orders N`), 5,000 products, 100,000 codes and 10,000
 * pictures (`--pictures N`), with one client. Fails if a 95th percentile is above 300 ms. `--rounds
 * N` (default 40); `--only pictures` makes only calls whose name contains that. `--fill-only` just
 * fills the database at DATABASE_URL.
 */
import { parseArgs } from 'node:util';
import { openPostgres } from '@liv-fit/backend/postgres';
import { startPostgres } from '@liv-fit/backend/testing';
import { createClient } from '@supabase/supabase-js';
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { adminCalls } from './bench/admin-calls.ts';
import { fillShop, largeShop } from './bench/fill-shop.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    orders: { type: 'string', default: String(largeShop.orders) },
    pictures: { type: 'string', default: String(largeShop.pictures) },
    only: { type: 'string', default: '' },
    'fill-only': { type: 'boolean' },
  },
});
const limitMs = 300;
const size = { ...largeShop, orders: Number(flags.orders), pictures: Number(flags.pictures) };
const account = { email: 'owner@livfit.example', password: 'spruce-and-slate' };

if (flags['fill-only']) {
  if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL: the database to fill');
  await fill(process.env.DATABASE_URL);
  process.exit(0);
}

const postgres = await startPostgres();
const directory = await temporaryDirectory();
try {
  const url = await postgres.newDatabase();
  const shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      DATABASE_URL: url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
    },
  });
  try {
    await fill(url);
    process.exitCode = (await measure(shop.origin)) ? 0 : 1;
  } finally {
    await shop.stop();
  }
} finally {
  await postgres.stop();
  await directory.remove();
}

async function fill(url: string): Promise<void> {
  const database = openPostgres({
    connectionString: url,
    statementTimeout: 600_000,
    answerTimeout: 0,
  });
  try {
    await fillShop(database, size);
  } finally {
    await database.close();
  }
}

async function measure(origin: string): Promise<boolean> {
  const { publishableKey } = await (await fetch(`${origin}/config.json`)).json();
  const client = createClient(origin, publishableKey, { auth: { autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  const calls = await adminCalls(client, size);
  let fine = true;
  console.log('| call | median ms | 95 % ms |\n|---|---:|---:|');
  for (const [name, call] of Object.entries(calls)) {
    if (!name.includes(flags.only)) continue;
    const times: number[] = [];
    for (let round = 0; round < Number(flags.rounds); round++) {
      const began = performance.now();
      const answer = await call();
      if (answer.error) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
    fine &&= at(0.95) <= limitMs;
    console.log(`| ${name} | ${at(0.5).toFixed(1)} | ${at(0.95).toFixed(1)} |`);
  }
  console.log(fine ? `All within ${limitMs} ms.` : `Not all within ${limitMs} ms.`);
  return fine;
}
