import type { Queryable } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSales, randomNumbers } from './change-sales.ts';
import { countProductSales } from './product-sales.ts';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const period = { first_day: '2026-10-28', last_day: '2026-11-09' };

/** The dashboard's days, computed from the rows. */
const daysFromRows = `
  with sold as (
    select sale.order_id, sale.paid_at, sale.cents
    from private.sales as sale join public.orders as bought on bought.id = sale.order_id
    where bought.status <> 'cancelled'
  )
  select jsonb_agg(jsonb_build_object(
    'day', day::date,
    'orders', (select count(*) from sold where (paid_at at time zone $3)::date = day::date),
    'cents', (select coalesce(sum(cents), 0)::bigint from sold
      where (paid_at at time zone $3)::date = day::date),
    'refunded_cents', (select coalesce(sum(amount_cents), 0)::bigint
      from private.refunds_of_sales as refund where (created_at at time zone $3)::date = day::date
        and exists (select from sold where sold.order_id = refund.order_id))
  ) order by day) as days
  from generate_series($1::date, $2::date, '1 day') as day`;

describe.each(testDatabases)('sums of sales on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const sumUp = async (on: Queryable = shop.database, most: number | null = null) => {
    const { rows } = await on.query<{ more: boolean }>({
      text: 'select private.sum_sales($1) as more',
      values: [most],
    });
    return rows[0]?.more;
  };

  async function expectFigures(step: unknown): Promise<number> {
    for (const zone of zones) {
      const { data } = await admin.rpc('admin_sales', { ...period, zone }).throwOnError();
      const { rows } = await shop.database.query<{ days: unknown }>({
        text: daysFromRows,
        values: [period.first_day, period.last_day, zone],
      });
      const products = (await countProductSales(shop.database, period, zone)).slice(0, 5);
      expect([step, zone, data]).toEqual([step, zone, { days: rows[0]?.days, products }]);
    }
    const { data } = await admin.rpc('admin_overview').throwOnError();
    const { rows } = await shop.database.query<{ count: string }>({
      text: `select count(*) from orders where payment_status not in ('expired', 'failed')`,
    });
    const orders = Number(rows[0]?.count);
    expect([step, data]).toEqual([step, expect.objectContaining({ orders })]);
    return orders;
  }

  it('agree with orders, refunds and disputes after any change of them', async () => {
    // This seed was chosen because it leaves enough to check, which is asserted below; the figures
    // agree for any seed. A new kind of change shifts all the numbers after it and may require
    // another seed.
    const random = randomNumbers(20261134);
    const changes = changeSales(random);
    const names = Object.keys(changes);
    const done = new Set<string>();
    let unfinished: boolean | undefined = false;
    for (let step = 0; step < 400; step++) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      const { rowCount } = await shop.database.query(changes[name]?.() ?? { text: '' });
      if (rowCount) done.add(name);
      // Figures are checked before changes are summed, after, twice, or when only half are summed.
      if (random() < 0.4) {
        const left = await sumUp(shop.database, step % 3 === 0 ? 1 : null);
        unfinished ||= left;
      }
      if (step % 5 === 0) await expectFigures([step, name]);
    }
    expect(unfinished).toBe(true);
    expect(await sumUp()).toBe(false);
    expect(await expectFigures('at the end')).toBeGreaterThan(20);
    expect([...done].sort()).toEqual(Object.keys(changes).sort());
    await shop.database.query({ text: 'select private.rebuild_sales()' });
    await expectFigures('rebuilt');
  });

  it('are read without the orders that they cover', async () => {
    const orders = await expectFigures('before');
    const undone = new Error('not kept');
    const looking = shop.database.transaction(async (tx) => {
      await sumUp(tx);
      await tx.query({ text: `set local session_replication_role = replica` });
      await tx.query({ text: 'delete from public.orders' });
      await tx.query({
        text: `select set_config('request.jwt.claims', $1, true)`,
        values: [claimsOf(await admin.auth.getSession())],
      });
      const { rows } = await tx.query<{ overview: { orders: number } }>({
        text: 'select public.admin_overview() as overview',
      });
      expect(rows[0]?.overview.orders).toBe(orders);
      throw undone;
    });
    await expect(looking).rejects.toBe(undone);
  });

  it('refuse days that begin between two quarters of an hour', async () => {
    const { error } = await admin.rpc('admin_sales', { ...period, zone: 'UTC-0:07' });
    expect(error).toMatchObject({ code: '22023' });
  });
});

function claimsOf({ data }: Awaited<ReturnType<Client['auth']['getSession']>>): string {
  const [, payload = ''] = (data.session?.access_token ?? '').split('.');
  return Buffer.from(payload, 'base64url').toString();
}
