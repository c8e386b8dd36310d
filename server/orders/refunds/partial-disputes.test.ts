import { readFile } from 'node:fs/promises';
import type { Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '#tests/rls/test-databases.ts';

describe.each(testDatabases)('orders of earlier lost disputes, on $name', (testDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase.openMigrated();
  });
  afterAll(() => database.close());

  it('are disputed only if the bank took everything, or still may', async () => {
    const order = async (n: number, disputes: [state: string, cents: number][], refunded = 0) => {
      const id = `10000000-0000-4000-8000-00000000000${n}`;
      const query = (text: string, ...more: unknown[]) =>
        database.query({ text, values: [id, ...more] });
      await query(`insert into public.orders (id, name, email, address, total_amount, payment_status)
        values ($1, 'Ann', 'ann@mail.example', 'x', 50, 'disputed')`);
      await query(`insert into public.payments (id, order_id, provider, reference, amount_cents, currency)
        values ($1, $1, 'stripe', 'pi_' || $1::uuid::text, 5000, 'USD')`);
      for (const [state, cents] of disputes) {
        await query(
          `insert into public.disputes (order_id, payment_id, provider, reference, amount_cents, currency, state)
            values ($1, $1, 'stripe', 'dp_' || gen_random_uuid(), $2, 'USD', $3)`,
          cents,
          state,
        );
      }
      if (refunded === 0) return;
      await query(
        `insert into public.refunds (order_id, payment_id, provider, amount_cents, currency, state, origin)
          values ($1, $1, 'stripe', $2, 'USD', 'succeeded', 'shop')`,
        refunded,
      );
    };
    await order(1, [['lost', 2000]]);
    await order(2, [['lost', 2000]], 3000);
    await order(3, [['lost', 5000]]);
    await order(4, [
      ['lost', 2000],
      ['open', 1000],
    ]);
    await order(5, [['open', 2000]]);
    const file = '20261128061100_go_on_after_partial_disputes.sql';
    const text = await readFile(
      new URL(`../../../supabase/migrations/${file}`, import.meta.url),
      'utf8',
    );
    await database.query({ text });
    const { rows } = await database.query<{ payment_status: string }>({
      text: 'select payment_status from public.orders order by id',
    });
    expect(rows.map(({ payment_status }) => payment_status)).toEqual([
      ...['partially_refunded', 'refunded', 'disputed', 'disputed', 'disputed'],
    ]);
  });
});
