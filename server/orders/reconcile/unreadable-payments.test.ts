import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { DB } from '#server/orders/tables.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { finishRefunds } from './finish-refunds.ts';
import { rereadUndecided } from './reread-undecided.ts';

const orderId = '10000000-0000-4000-8000-000000000000';
const report = { count: () => {}, find: () => {} };

describe.each(testDatabases)('payments that cannot be read, on $name', (testDatabase) => {
  let database: Database;
  let context: OrderContext;
  let provider: PaymentProvider;
  const asked = new Set<string>();

  beforeAll(async () => {
    database = await testDatabase.openMigrated();
    provider = {
      name: 'stripe',
      async readPayment(reference: string) {
        asked.add(reference);
        if (reference === 'pi_readable') return { kind: 'not_found' };
        return { kind: 'unavailable', detail: 'always' };
      },
    } as unknown as PaymentProvider;
    context = {
      db: createKysely<DB>(database),
      providers: { stripe: provider },
      now: () => new Date(),
      log: { info() {}, warn() {}, error() {} },
      site: () => siteDefaults,
    } as unknown as OrderContext;
    await database.query({
      text: `insert into public.orders (id, name, email, address, total_amount, payment_status)
        values ($1, 'Ann', 'ann@mail.example', 'x', 1, 'paid')`,
      values: [orderId],
    });
    // The one that can be read has the highest id, so that it used to come last.
    await database.query({
      text: `insert into public.payments (id, order_id, provider, reference, amount_cents, currency, standing)
        select ('10000000-0000-4000-8000-00000000000' || n)::uuid, $1, 'stripe',
          case when n = 6 then 'pi_readable' else 'pi_' || n end, 100, 'USD', 'surplus'
        from generate_series(1, 6) as n`,
      values: [orderId],
    });
  });
  afterAll(() => database.close());

  const give = (state: string) =>
    database.query({
      text: `insert into public.refunds
          (id, order_id, payment_id, provider, amount_cents, currency, state, origin, created_at)
        select id, order_id, id, provider, amount_cents, currency, $1, 'shop', now() - interval '1 hour'
        from public.payments`,
      values: [state],
    });

  it.each([
    ['requested', () => finishRefunds(context, report)],
    ['pending', () => rereadUndecided(context, provider, report)],
  ])('never hide another whose refund is %s', async (state, run) => {
    await database.query({ text: 'delete from public.refunds' });
    await give(state);
    asked.clear();
    for (let round = 0; round < 100 && !asked.has('pi_readable'); round++) await run();
    expect([...asked]).toContain('pi_readable');
  });
});
