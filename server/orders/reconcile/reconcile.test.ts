import { randomUUID } from 'node:crypto';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { noSellingRules } from '#domain/quote-order.ts';
import { siteDefaults } from '#domain/settings.ts';
import { checkoutGraceMs, checkoutLifetimeMs } from '#server/orders/checkout/checkout-lifetime.ts';
import { createOrder, type NewOrder } from '#server/orders/checkout/create-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { DB } from '#server/orders/tables.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { reconcile } from './reconcile.ts';

const productId = '10000000-0000-4000-8000-000000000001';
let database: Database;
let context: OrderContext;
const find = vi.fn<PaymentProvider['find']>(async () => ({ kind: 'not_found' }));

beforeAll(async () => {
  database = await openMigratedPglite();
  const db = createKysely<DB>(database);
  await db
    .insertInto('products')
    .values({ id: productId, name: 'Resin', price: '49.90', weight_type: '30g' })
    .execute();
  context = {
    db,
    providers: { stripe: { name: 'stripe', find } as unknown as PaymentProvider },
    now: () => new Date(Date.now() + checkoutLifetimeMs + 2 * checkoutGraceMs),
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    site: () => siteDefaults,
    sellingRules: () => noSellingRules,
    teamEmail: 'team@livfit.example',
    origin: 'https://shop.example',
  };
});
afterAll(() => database?.close());

async function order(attemptKey: string): Promise<string> {
  const wanted: NewOrder = {
    provider: 'stripe',
    attemptKey,
    lines: [{ productId, weight: '30g', quantity: 1 }],
    discountCode: '',
    deliveryRateId: null,
    destination: null,
    customer: { name: '', email: '', phone: '', address: '' },
    userId: null,
    returnOrigin: context.origin,
  };
  const rules = { site: siteDefaults, selling: noSellingRules };
  const created = await createOrder(context.db, wanted, rules, context.now());
  if (created.kind !== 'attempt') throw new Error(created.kind);
  return created.attempt.orderId;
}

const statusOf = async (id: string) => {
  const query = context.db.selectFrom('orders').select('payment_status').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).payment_status;
};

it('ends an order even if another attempt uses a key like the one that marks its end', async () => {
  const id = await order(randomUUID());
  const taken = await Promise.all([order(`ended:${id}`), order(`ended:${id.toUpperCase()}`)]);
  await reconcile(context);
  for (const each of [id, ...taken]) expect(await statusOf(each)).toBe('expired');
});

it('starts no further order once the shop is closing', async () => {
  const ids = [await order(randomUUID()), await order(randomUUID())];
  const closing = new AbortController();
  find.mockClear();
  find.mockImplementationOnce(async () => {
    closing.abort();
    return { kind: 'unavailable', detail: 'no answer' };
  });
  await reconcile(context, closing.signal);
  expect(find).toHaveBeenCalledTimes(1);
  for (const id of ids) expect(await statusOf(id)).toBe('pending');
});
