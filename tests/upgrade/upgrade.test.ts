import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgres } from '@liv-fit/backend/postgres';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { admin, customer, restoreDump, unpackDataDirectory } from './first-release.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: PostgresServer;
let shop: ShopProcess | undefined;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(async () => {
  await shop?.stop();
  shop = undefined;
  await directory.remove();
});

/** Starts today's shop on the existing data; returns the key it serves afterwards. */
async function start(env: Record<string, string> = {}): Promise<string> {
  shop = await startShopProcess({
    dataDir: directory.path,
    env: { ADMIN_EMAIL: admin.email, RATE_LIMITS: 'off', ...env },
  });
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  return publishableKey;
}

async function expectEverythingKept(key: string): Promise<void> {
  const connect = () =>
    createClient(shop?.origin ?? '', key, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  const ann = connect();
  const { error } = await ann.auth.signInWithPassword(customer);
  expect(error).toBeNull();
  const { data: orders } = await ann.from('orders').select();
  expect(orders).toMatchObject([
    {
      name: 'Ann',
      total_amount: 99.8,
      payment_status: 'paid',
      stripe_session_id: 'cs_first_release',
    },
  ]);
  expect((await ann.from('cart_items').select()).data).toMatchObject([{ quantity: 3 }]);
  const owner = connect();
  expect((await owner.auth.signInWithPassword(admin)).error).toBeNull();
  expect((await owner.from('contacts').select('name, message')).data).toEqual([
    { name: 'Carl', message: 'From the first release' },
  ]);
  expect((await owner.from('products').select()).data?.length).toBeGreaterThan(3);
  // Later features work on the old rows: a table that the first release did not have.
  expect(await owner.from('shipments').select()).toMatchObject({ data: [], error: null });
  const found = await connect().rpc('search_shop', { words: 'shilajit', most: 50 });
  const products = await connect().from('products').select('name').ilike('name', '%shilajit%');
  expect(products.data).not.toEqual([]);
  for (const { name } of products.data ?? []) {
    expect(found.data).toContainEqual(expect.objectContaining({ title: name }));
  }
  const page = await fetch(`${shop?.origin}/products`);
  expect(page.status).toBe(200);
}

describe('what the first release left behind', () => {
  it('upgrades in its data directory, with the same keys', async () => {
    await unpackDataDirectory(directory.path);
    const kept = await readFile(join(directory.path, 'secrets/publishable_key'), 'utf8');
    const key = await start();
    expect(key).toBe(kept);
    expect(shop?.output()).not.toContain('Password:');
    await expectEverythingKept(key);
  }, 120_000);

  it('upgrades on PostgreSQL, with the same keys', async () => {
    const url = await server.newDatabase();
    await restoreDump(url);
    const database = openPostgres({ connectionString: url, max: 1 });
    const { rows } = await database.query<{ value: string }>({
      text: `select value from backend.secrets where name = 'publishable_key'`,
    });
    await database.close();
    const key = await start({ DATABASE_URL: url });
    expect(key).toBe(rows[0]?.value);
    await expectEverythingKept(key);
  }, 120_000);
});
