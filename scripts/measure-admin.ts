/**
 * `npm run measure:admin`: how long the server takes for every call that a screen of the admin area
 * makes, on PostgreSQL with 50,000 orders (`--orders N`), 5,000 products and 100,000 codes, one
 * client. Fails where a 95th percentile is above 300 ms. `--rounds N` (default 40). With `--fill-only` it fills
 * the database at DATABASE_URL and ends.
 */
import { parseArgs } from 'node:util';
import { openPostgres } from '@liv-fit/backend/postgres';
import { startPostgres } from '@liv-fit/backend/testing';
import { createClient } from '@supabase/supabase-js';
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { fillShop, largeShop } from './bench/fill-shop.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    orders: { type: 'string', default: String(largeShop.orders) },
    'fill-only': { type: 'boolean' },
  },
});
const limitMs = 300;
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
    await fillShop(database, { ...largeShop, orders: Number(flags.orders) });
  } finally {
    await database.close();
  }
}

async function measure(origin: string): Promise<boolean> {
  const { publishableKey } = await (await fetch(`${origin}/config.json`)).json();
  const client = createClient(origin, publishableKey, { auth: { autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  const list = (asked: object) => () => client.rpc('admin_list', asked);
  const find = (words: string) => () => client.rpc('admin_find', { words });
  const shown = ['pending', 'paid', 'review', 'refunded', 'partially_refunded', 'disputed'];
  const orders = { list: 'orders', filters: { payment_status: shown } };
  const today = new Date();
  const day = (ago: number) =>
    new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  const newest = await client.from('orders').select('id').limit(1).order('created_at');
  const id = newest.data?.[0]?.id;

  const calls: Record<string, () => PromiseLike<{ error: unknown }>> = {
    'may I come in': () => client.rpc('is_admin'),
    'dashboard: counts': () => client.rpc('admin_overview'),
    'dashboard: 90 days of sales': () =>
      client.rpc('admin_sales', { first_day: day(89), last_day: day(0), zone: 'America/New_York' }),
    'dashboard: activity': () =>
      client
        .from('orders')
        .select('id, name, email, created_at')
        .gte('created_at', day(0))
        .in('payment_status', shown)
        .order('created_at', { ascending: false })
        .limit(5),
    'orders: first page': list(orders),
    'orders: last page': list({ ...orders, skip: 39_990 }),
    'orders: by customer': list({ ...orders, sort: 'name', ascending: true }),
    'orders: search for one': list({ ...orders, search: 'customer31415@mail' }),
    'orders: search that finds thousands': list({ ...orders, search: 'stone' }),
    'orders: search for a letter': list({ ...orders, search: 'a' }),
    'orders: shipped and paid': list({
      list: 'orders',
      filters: { payment_status: ['paid'], status: ['shipped'] },
    }),
    'orders: one of them': () =>
      client.from('orders').select('*, payments(*), refunds(*), shipments(*)').eq('id', id),
    'orders: its changes': () =>
      client.from('audit_log').select().eq('table_name', 'orders').eq('row_id', id),
    'orders: a page of the ledger of a year': () =>
      client.rpc('admin_ledger', {
        first_day: day(364),
        last_day: day(0),
        zone: 'America/New_York',
      }),
    'products: first page': list({ list: 'products', take: 20 }),
    'products: search': list({ list: 'products', take: 20, search: 'product 314' }),
    'codes: first page': list({ list: 'validity_codes', take: 20 }),
    'codes: last page': list({ list: 'validity_codes', take: 20, skip: 99_980 }),
    'codes: search': list({ list: 'validity_codes', take: 20, search: '31415' }),
    'messages: first page': list({ list: 'contacts', take: 20 }),
    'messages: search': list({ list: 'contacts', take: 20, search: 'visitor314' }),
    'palette: a customer': find('customer31415@mail'),
    'palette: what thousands have': find('stone'),
    'palette: two letters that nothing has': find('zq'),
    'failed mails: first page': list({ list: 'failed_mails', sort: 'failed_at', take: 20 }),
    'log: first page': list({ list: 'audit_log', take: 25 }),
    'log: last page': list({ list: 'audit_log', take: 25, skip: 99_975 }),
    'log: of a table and a person': list({
      list: 'audit_log',
      take: 25,
      filters: { table_name: ['partners'], actor_email: ['owner1@mail.example'] },
    }),
    'log: by the shop': list({ list: 'audit_log', take: 25, filters: { actor_email: null } }),
    'log: search': list({ list: 'audit_log', take: 25, search: 'owner3@mail' }),
    'log: its people': () => client.rpc('admin_log_people'),
  };
  let fine = true;
  console.log('| call | median ms | 95 % ms |\n|---|---:|---:|');
  for (const [name, call] of Object.entries(calls)) {
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
