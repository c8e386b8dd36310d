import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { amountOfParts, type ChosenParts, refundableParts } from '#domain/refund-parts.ts';
import {
  type Basket,
  changeSales,
  randomBasket,
  randomNumbers,
  sellBasket,
} from './change-sales.ts';
import { countProductSales } from './product-sales.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata'];
const period = { first_day: '2026-10-28', last_day: '2026-11-09' };

/** Computed from the rows themselves, grouped by `expression`. */
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

  it('by product, country and code agree with the rows after any change, summed or not', async () => {
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
        const products = await countProductSales(shop.database, period, zone);
        expect([step, zone, await by('product', zone)]).toEqual([
          step,
          zone,
          {
            rows: products.map(({ name, weight, quantity, cents }) => ({
              ...{ name, detail: weight, sold: quantity, cents },
            })),
            total: products.length,
          },
        ]);
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
    const all = async () => [await by('code'), await by('product')];
    const before = await all();
    for (const { total } of before) expect(total).toBeGreaterThan(1);
    await shop.database.query({ text: 'select private.rebuild_sales()' });
    expect(await all()).toEqual(before);
  });

  const days = (first: string, last: string) => ({ first_day: first, last_day: last, zone: 'UTC' });
  const productsOf = async (day: string) => {
    const { data } = await admin
      .rpc('admin_sales_by', { dimension: 'product', ...days(day, day) })
      .throwOnError();
    return (data as unknown as { rows: { name: string; sold: number; cents: number }[] }).rows;
  };
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `30000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
  };
  const payFor = async (stored: Basket, at: string) => {
    await shop.database.query(sellBasket(stored, at));
    await shop.database.query({
      text: `insert into payments (id, order_id, provider, reference, amount_cents, currency)
        values ($1, $1, 'stripe', $1::uuid, $2, 'USD')`,
      values: [stored.id, toCents(stored.total_amount)],
    });
  };
  const giveBack = (stored: Basket, cents: number, at: string, lines: ChosenParts | null = null) =>
    shop.database.query({
      text: `insert into refunds (id, order_id, payment_id, provider, amount_cents, currency, state, origin,
          created_at, lines)
        values ($1, $2, $2, 'stripe', $3, 'USD', 'succeeded', 'shop', $4, $5::jsonb)`,
      values: [newId(), stored.id, cents, at, lines && JSON.stringify(lines)],
    });
  const orderOf = (
    lines: { name: string; price: number; quantity: number }[],
    discount: number,
  ) => {
    const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    return {
      id: newId(),
      order_items: lines.map((line) => ({
        ...{ ...line, id: '', product_id: '', weight: '30g', image_url: '', tax: 0 },
        discount: (discount * line.price * line.quantity) / subtotal,
      })),
      subtotal_amount: subtotal.toFixed(2),
      discount_amount: discount.toFixed(2),
      delivery_amount: '0.00',
      tax_amount: '0.00',
      tax_included_amount: '0.00',
      total_amount: (subtotal - discount).toFixed(2),
    };
  };

  it('by product take discounts off, and refunds of items off their lines', async () => {
    await payFor(orderOf([{ name: 'Cheap', price: 58, quantity: 5 }], 261), '2027-01-10T12:00Z');
    const discounted = [{ name: 'Cheap', detail: '30g', sold: 5, cents: 2900 }];
    expect(await productsOf('2027-01-10')).toEqual(discounted);

    const two = orderOf(
      [
        { name: 'Small', price: 24, quantity: 1 },
        { name: 'Large', price: 64, quantity: 2 },
      ],
      0,
    );
    await payFor(two, '2027-01-11T12:00Z');
    const refund = (line: number, cents: number, minute: number) =>
      giveBack(two, cents, `2027-01-12T00:0${minute}Z`, {
        ...{ lines: [{ line, quantity: 1 }], delivery: false, restock: false },
      });
    const small = { name: 'Small', detail: '30g', sold: 1, cents: 2400 };
    const large = { name: 'Large', detail: '30g' };
    await refund(1, 6400, 1);
    expect(await productsOf('2027-01-11')).toEqual([{ ...large, sold: 1, cents: 6400 }, small]);
    // Less than it cost, so the customer has kept it.
    await refund(1, 1400, 2);
    expect(await productsOf('2027-01-11')).toEqual([{ ...large, sold: 1, cents: 5000 }, small]);
    await giveBack(two, 3700, '2027-01-12T00:03Z');
    expect(await productsOf('2027-01-11')).toEqual([
      { ...large, sold: 1, cents: 2500 },
      { ...small, cents: 1200 },
    ]);
    // What exceeds the rest of the line is taken from the others.
    await refund(0, 1300, 4);
    expect(await productsOf('2027-01-11')).toEqual([{ ...large, sold: 1, cents: 2400 }]);
    await giveBack(two, 2400, '2027-01-12T00:05Z');
    expect(await productsOf('2027-01-11')).toEqual([]);
  });

  it('by product are the ledger’s products less discounts, whatever is refunded', async () => {
    const random = randomNumbers(20261127);
    const whole = (below: number) => Math.floor(random() * below);
    const day = '2027-02-01';
    const sold = new Set<string>();
    for (let n = 0; n < 120; n++) {
      const stored = randomBasket(newId(), random);
      const parts = refundableParts(stored, []);
      const tax = [0, toCents(stored.tax_amount)];
      // If an order has both kinds of tax, the ledger needs to know which part has which, which
      // this one does not say.
      if (!parts || !tax.includes(toCents(stored.tax_included_amount))) continue;
      sold.add(stored.id);
      await payFor(stored, `${day}T12:00Z`);
      let left = toCents(stored.total_amount);
      const earlier: ChosenParts[] = [];
      for (let minute = 10; minute < 10 + whole(5) && left > 0; minute++) {
        const now = refundableParts(stored, earlier);
        const chosen: ChosenParts = {
          lines: (now?.lines ?? []).flatMap(({ quantity, refunded }, line) =>
            refunded < quantity && random() < 0.5
              ? [{ line, quantity: 1 + whole(quantity - refunded) }]
              : [],
          ),
          delivery: random() < 0.2 && now?.delivery.refunded === 0,
          restock: false,
        };
        const cost = now && amountOfParts(now, chosen);
        if (!cost) continue;
        await giveBack(stored, cost, `2027-02-02T00:${minute}Z`, chosen);
        earlier.push(chosen);
        left -= cost;
      }
      for (let minute = 20; minute < 20 + whole(3) && left > 0; minute++) {
        const cents = 1 + whole(left);
        await giveBack(stored, cents, `2027-02-02T00:${minute}Z`);
        left -= cents;
      }
    }
    expect(sold.size).toBeGreaterThan(60);
    const { data } = await admin.rpc('admin_ledger', days(day, '2027-02-02')).throwOnError();
    const ofThese = data.filter((row) => sold.has(row.order_id));
    expect(ofThese.length).toBeGreaterThan(120);
    expect(ofThese.length).toBeLessThan(1000);
    const products = await productsOf(day);
    expect(products.reduce((sum, { cents }) => sum + cents, 0)).toBe(
      ofThese.reduce((sum, row) => sum + toCents(row.subtotal) - toCents(row.discount), 0),
    );
    const counted = await countProductSales(shop.database, days(day, day), 'UTC');
    expect(products.map(({ name, cents }) => [name, cents])).toEqual(
      counted.map(({ name, cents }) => [name, cents]),
    );
  });

  it('by product are the dashboard’s, and more than five', async () => {
    const { data } = await admin.rpc('admin_sales', { ...period, zone: 'UTC' }).throwOnError();
    const { products } = data as unknown as { products: { name: string; cents: number }[] };
    const { rows, total } = await by('product');
    const named = ({ name, cents }: { name: string; cents: number }) => [name, Number(cents)];
    expect(rows.slice(0, products.length).map(named)).toEqual(products.map(named));
    expect(total).toBe(rows.length);
  });

  it('by product leave out what is back in stock, though less than it cost was given back', async () => {
    const sold = orderOf([{ name: 'Jar', price: 40, quantity: 2 }], 0);
    await payFor(sold, '2027-01-13T12:00Z');
    await giveBack(sold, 3000, '2027-01-14T00:01Z', {
      ...{ lines: [{ line: 0, quantity: 1 }], delivery: false, restock: true },
    });
    expect(await productsOf('2027-01-13')).toEqual([
      { name: 'Jar', detail: '30g', sold: 1, cents: 5000 },
    ]);
  });

  it('by country follow an address that is corrected', async () => {
    const at = async (country: string) =>
      Number((await by('country')).rows.find(({ name }) => name === country)?.cents ?? 0);
    const { data: sold } = await shop.service
      .from('orders')
      .insert({
        ...{ name: 'Ann', email: 'ann@mail.example', address: '1 Main St\nZurich\nCH' },
        ...{ total_amount: 77, payment_status: 'paid', paid_at: '2026-11-03T12:00:00Z' },
      })
      .select('id')
      .single()
      .throwOnError();
    await shop.database.query({ text: 'select private.sum_sales()' });
    expect(await at('CH')).toBe(7700);
    const address = '1 Main St\nOslo\nNO';
    await shop.service.from('orders').update({ address }).eq('id', sold.id).throwOnError();
    expect([await at('CH'), await at('NO')]).toEqual([0, 7700]);
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

  it('leave out what was canceled, though its money was kept and stays in the ledger', async () => {
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
