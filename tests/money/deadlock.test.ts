import type { Database } from '@liv-fit/backend/database';
import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { createScene } from './scene.ts';
import { cartItem, openTestShop, products, sessionIdOf, type TestShop } from './test-shop.ts';

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

const lock = (id: string) => ({
  text: 'select from public.products where id = $1 for update',
  values: [id],
});
const locksWaitedFor = async () => {
  const text = 'select count(*)::integer as count from pg_locks where not granted';
  return (await database.query<{ count: number }>({ text })).rows[0]?.count;
};
const inOrder = () => [products.resin.id, products.drops.id].sort();

/** Two products are changed in the sequence in which nobody else locks them. */
async function changeBackwards<T>(work: () => Promise<T>): Promise<T> {
  const [first = '', second = ''] = inOrder();
  let waiting: Promise<T> | undefined;
  await database.transaction(async (tx) => {
    await tx.query(lock(second));
    waiting = work();
    await expect.poll(locksWaitedFor).toBeGreaterThan(0);
    // PostgreSQL ends the session whose deadlock check runs first. The work has waited longer, so
    // it is the one.
    await tx.query(lock(first));
  });
  return waiting as Promise<T>;
}

const placeOrder = () =>
  shop.call('create-checkout', { items: [cartItem('resin'), cartItem('drops')] });

it('an order is placed though the owner changes its products at the same moment', async () => {
  await shop.database.query({ text: 'update public.products set stock = 50' });
  expect((await changeBackwards(placeOrder)).status).toBe(200);
});

it('a refund is recorded though the owner changes its products at the same moment', async () => {
  await shop.database.query({ text: 'update public.products set stock = 50' });
  const { signIn } = createScene(() => shop);
  const { url } = (await placeOrder()).body;
  await shop.sandbox.pay(url);
  const paid = await shop.call('update-order-details', { sessionId: sessionIdOf(url) });
  const lines = [0, 1].map((line) => ({ line, quantity: 1 }));
  const body = { orderId: paid.body.order.id, parts: { lines, delivery: false, restock: true } };
  const { headers } = await signIn();
  // Its event would record the refund too.
  await shop.sandbox.chaos({ webhooks: { drop: true } });
  const answer = await changeBackwards(() => shop.call('refund-order', body, headers));
  expect(answer).toMatchObject({ status: 200, body: { refund: { state: 'succeeded' } } });
});
