import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { cartItem, newKey, openTestShop, type TestShop } from './test-shop.ts';

let server: MigratedPostgres;
let shop: TestShop;

beforeAll(async () => {
  server = await startMigratedPostgres();
  const connectionString = await server.newMigratedDatabase();
  shop = await openTestShop(async () =>
    openPostgres({ connectionString, max: 4, acquireTimeout: 1000, answerTimeout: 1000 }),
  );
});
afterAll(async () => {
  await server?.thaw();
  await shop?.close();
  await server?.stop();
});

it('answers 503 with Retry-After while the database is frozen, then sells again', async () => {
  const key = newKey();
  const headers = { 'idempotency-key': key };
  const body = { items: [cartItem('resin')] };
  const first = await shop.call('create-checkout', body, headers);
  expect(first.status).toBe(200);
  await server.freeze();
  const asked = await Promise.all([
    ...Array.from({ length: 8 }, () => shop.call('create-checkout', body, headers)),
    shop.call('update-order-details', { sessionId: 'cs_test_1' }),
    shop.call('send-order-email', { orderId: newKey() }),
  ]);
  for (const answer of asked) {
    expect(answer).toMatchObject({
      status: 503,
      retryAfter: 5,
      body: { error: { code: 'database_unavailable' } },
    });
  }
  await server.thaw();
  const again = await shop.call('create-checkout', body, headers);
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
});
