import type { Database } from '@liv-fit/backend/database';
import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { cartItem, openTestShop, products, type TestShop } from './test-shop.ts';

let server: MigratedPostgres;
let database: Database;
let shop: TestShop;
beforeAll(async () => {
  server = await startMigratedPostgres();
  const connectionString = await server.newMigratedDatabase();
  database = openPostgres({ connectionString });
  shop = await openTestShop(async () => openPostgres({ connectionString }));
});
afterAll(async () => {
  await shop?.close();
  await database?.close();
  await server?.stop();
});

it('an order is placed though the owner changes its products at the same moment', async () => {
  const [first = '', second = ''] = [products.resin.id, products.drops.id].sort();
  await shop.database.query({ text: 'update public.products set stock = 50' });
  const lock = (id: string) => ({
    text: 'select from public.products where id = $1 for update',
    values: [id],
  });
  const locksWaitedFor = async () => {
    const text = 'select count(*)::integer as count from pg_locks where not granted';
    return (await database.query<{ count: number }>({ text })).rows[0]?.count;
  };
  let ordering: Promise<{ status: number }> | undefined;
  await database.transaction(async (tx) => {
    await tx.query(lock(second));
    ordering = shop.call('create-checkout', { items: [cartItem('resin'), cartItem('drops')] });
    await expect.poll(locksWaitedFor).toBeGreaterThan(0);
    // PostgreSQL ends the session whose deadlock check runs first. The order has waited longer, so
    // it is the one.
    await tx.query(lock(first));
  });
  expect((await ordering)?.status).toBe(200);
});
