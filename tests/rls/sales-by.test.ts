import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSales, randomNumbers } from './change-sales.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata'];
const period = { first_day: '2026-10-28', last_day: '2026-11-09' };

/** From the rows themselves, by the expression $4. */
const fromRows = (expression: string) => `
  select coalesce(jsonb_agg(to_jsonb(best) order by cents desc, name), '[]') as rows from (
    select ${expression} as name, '' as detail, count(*) as sold,
      sum(sale.cents - (select coalesce(sum(amount_cents), 0) from private.refunds_of_sales as refund
        where refund.order_id = bought.id))::bigint as cents
    from public.orders as bought join private.sales as sale on sale.order_id = bought.id
    where (bought.paid_at at time zone $3)::date between $1::date and $2::date
      and bought.status <> 'cancelled'
    group by 1
  ) as best`;
const expressions = {
  country: `coalesce(ship_country, '')`,
  code: `coalesce(discount_code, '')`,
};

describe.each(testDatabases)('figures on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const by = async (dimension: string, zone = 'UTC') => {
    const { data } = await admin
      .rpc('admin_sales_by', { dimension, ...period, zone })
      .throwOnError();
    return data as unknown as { rows: { name: string; cents: number }[]; total: number };
  };

  it('by country and code agree with the rows after any change, summed or not', async () => {
    const random = randomNumbers(20261125);
    const changes = changeSales(random);
    const names = Object.keys(changes);
    for (let step = 0; step < 160; step++) {
      const { text, values } = changes[names[step % names.length] ?? '']?.() ?? {
        text: 'select 1',
      };
      await shop.database.query({ text, ...(values && { values }) });
      await shop.database.query({
        text: `update public.orders set
            ship_country = (array['US', 'CA', null])[1 + ('x' || left(md5(id::text), 4))::bit(16)::integer % 3],
            discount_code = case when ('x' || left(md5(id::text), 4))::bit(16)::integer % 2 = 0 then 'TEN' end
          where ship_country is null and discount_code is null and paid_at is null`,
      });
      if (step % 13 === 0) await shop.database.query({ text: 'select private.sum_sales()' });
      if (step % 8 !== 0) continue;
      for (const zone of zones) {
        for (const [dimension, expression] of Object.entries(expressions)) {
          const { rows } = await shop.database.query<{ rows: unknown[] }>({
            text: fromRows(expression),
            values: [period.first_day, period.last_day, zone],
          });
          const expected = { rows: rows[0]?.rows, total: rows[0]?.rows.length };
          expect([step, zone, dimension, await by(dimension, zone)]).toEqual([
            step,
            zone,
            dimension,
            expected,
          ]);
        }
      }
    }
    const before = await by('code');
    expect(before.total).toBeGreaterThan(1);
    await shop.database.query({ text: 'select private.rebuild_sales()' });
    expect(await by('code')).toEqual(before);
  });

  it('by product are the dashboard’s, and more than five', async () => {
    const { data } = await admin.rpc('admin_sales', { ...period, zone: 'UTC' }).throwOnError();
    const { products } = data as unknown as { products: { name: string; cents: number }[] };
    const { rows, total } = await by('product');
    const named = ({ name, cents }: { name: string; cents: number }) => [name, Number(cents)];
    expect(rows.slice(0, products.length).map(named)).toEqual(products.map(named));
    expect(total).toBe(rows.length);
  });

  it.each([
    ['1 Main St\nToronto\nCA', 'CA'],
    ['1 Main St, Apt 2, Vienna 1010, AT', 'AT'],
    ['Main Street, Denver Colorado', ''],
  ])('know the country that %j ends with', async (address, country) => {
    const brought = async () =>
      Number((await by('country')).rows.find(({ name }) => name === country)?.cents ?? 0);
    const before = await brought();
    await shop.service
      .from('orders')
      .insert({
        ...{ name: 'Ann', email: 'ann@mail.example', address, total_amount: 1234.5 },
        ...{ payment_status: 'paid', paid_at: '2026-11-03T12:00:00Z' },
      })
      .throwOnError();
    expect(await brought()).toBe(before + 123450);
  });

  it('leave out what was cancelled, though its money was kept and stays in the ledger', async () => {
    const figures = async () => {
      const days = { ...period, zone: 'UTC' };
      const { data } = await admin.rpc('admin_sales', days).throwOnError();
      const sums = (data as unknown as { days: { orders: number; cents: number }[] }).days;
      const sum = (of: 'orders' | 'cents') => sums.reduce((all, each) => all + each[of], 0);
      const ledger = await admin.rpc('admin_ledger', days).throwOnError();
      const kept = (ledger.data as { amount: number }[]).reduce((all, row) => all + row.amount, 0);
      const named = async (dimension: string, name: string) =>
        Number((await by(dimension)).rows.find((row) => row.name === name)?.cents ?? 0);
      return {
        orders: sum('orders'),
        cents: sum('cents'),
        code: await named('code', 'KEPT'),
        product: await named('product', 'Kept jar'),
        ledger: Math.round(kept * 100),
      };
    };
    const before = await figures();
    const { data: sold } = await shop.service
      .from('orders')
      .insert({
        ...{ name: 'Ann', email: 'ann@mail.example', address: 'x', total_amount: 20 },
        order_items: [{ name: 'Kept jar', weight: '30g', price: 20, quantity: 1 }],
        discount_code: 'KEPT',
        ...{ payment_status: 'paid', paid_at: '2026-11-04T12:00:00Z' },
      })
      .select('id')
      .single()
      .throwOnError();
    const after = {
      orders: before.orders + 1,
      cents: before.cents + 2000,
      code: 2000,
      product: 2000,
      ledger: before.ledger + 2000,
    };
    expect(await figures()).toEqual(after);
    const setStatus = async (status: string) => {
      await admin.from('orders').update({ status }).eq('id', sold.id).throwOnError();
      return figures();
    };
    await shop.database.query({ text: 'select private.sum_sales()' });
    expect(await setStatus('cancelled')).toEqual({ ...before, ledger: after.ledger });
    await shop.database.query({ text: 'select private.sum_sales()' });
    expect(await figures()).toEqual({ ...before, ledger: after.ledger });
    expect(await setStatus('processing')).toEqual(after);
  });

  it('are for admins alone', async () => {
    const { client } = await shop.createCustomer();
    const asked = { dimension: 'code', ...period, zone: 'UTC' };
    expect(await client.rpc('admin_sales_by', asked)).toEqual(refused);
    expect(await shop.anonymous().rpc('admin_sales_by', asked)).toEqual(refused);
    const { error } = await admin.rpc('admin_sales_by', { ...asked, dimension: 'name' });
    expect(error?.code).toBe('22023');
  });
});
