import type { Queryable } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const period = { first_day: '2026-10-28', last_day: '2026-11-09' };

/** The dashboard's figures from the rows themselves. */
const fromRows = `
  with sold as (
    select sale.*, (select coalesce(sum(refund.amount_cents), 0)
      from private.refunds_of_sales as refund where refund.order_id = sale.order_id) as refunded
    from private.sales as sale
  )
  select jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', day::date,
        'orders', (select count(*) from sold where (paid_at at time zone $3)::date = day::date),
        'cents', (select coalesce(sum(cents), 0)::bigint from sold
          where (paid_at at time zone $3)::date = day::date),
        'refunded_cents', (select coalesce(sum(amount_cents), 0)::bigint
          from private.refunds_of_sales where (created_at at time zone $3)::date = day::date)
      ) order by day)
      from generate_series($1::date, $2::date, '1 day') as day
    ),
    'products', (
      select coalesce(jsonb_agg(to_jsonb(best) order by cents desc, name, weight), '[]') from (
        select line ->> 'name' as name, coalesce(line ->> 'weight', '') as weight,
          sum((line ->> 'quantity')::integer) as quantity,
          (sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer
            * ((cents - refunded) / nullif(total_amount * 100, 0))) * 100)::bigint as cents
        from sold, jsonb_array_elements(
          case jsonb_typeof(order_items) when 'array' then order_items else '[]' end
        ) as line
        where (paid_at at time zone $3)::date between $1::date and $2::date
          and (cents - refunded) / nullif(total_amount * 100, 0) > 0
        group by 1, 2 order by cents desc, name, weight limit 5
      ) as best
    )
  ) as figures`;

describe.each(testDatabases)('sums of sales on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const sumUp = (on: Queryable = shop.database) => on.query({ text: 'select private.sum_sales()' });

  async function expectFigures(step: unknown): Promise<number> {
    for (const zone of zones) {
      const { data } = await admin.rpc('admin_sales', { ...period, zone }).throwOnError();
      const { rows } = await shop.database.query<{ figures: unknown }>({
        text: fromRows,
        values: [period.first_day, period.last_day, zone],
      });
      expect([step, zone, data]).toEqual([step, zone, rows[0]?.figures]);
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
    const random = randomNumbers(20261123);
    const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const changes = changesOf(random, among);
    const done = new Set<string>();
    for (let step = 0; step < 400; step++) {
      const name = among(Object.keys(changes));
      const { rowCount } = await shop.database.query(changes[name]?.() ?? { text: '' });
      if (rowCount) done.add(name);
      // Some changes are looked at before anything is summed, some after, some twice.
      if (random() < 0.4) await sumUp();
      if (step % 5 === 0) await expectFigures([step, name]);
    }
    await sumUp();
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

/** The same ones every time, between 0 and 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

type Among = <T>(values: readonly T[]) => T;

function changesOf(random: () => number, among: Among) {
  const whole = (below: number) => Math.floor(random() * below);
  const moment = () => {
    const day = `2026-${among(['10-29', '10-31', '11-01', '11-02', '11-05', '11-08'])}`;
    // The last and first moments of a day in UTC and elsewhere, and any others.
    const any = `${String(whole(24)).padStart(2, '0')}:${String(whole(60)).padStart(2, '0')}:00Z`;
    const edges = ['23:59:59.999999Z', '00:00:00Z', '18:30:00Z', '03:59:59Z', '04:00:00Z'];
    return `${day}T${among([any, ...edges])}`;
  };
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
  };
  const of = (text: string, ...values: unknown[]) => ({ text, values });
  const anyOrder = (where: string) => `(select id from orders where ${where}
    order by md5(id::text || ${whole(1e9)}::text) limit 1)`;
  const order = (status: string, paidAt: string | null) => {
    const quantity = 1 + whole(3);
    const name = among(['Resin', 'Drops', 'Honey', 'Jar', 'Tea', 'Powder', 'Spoon']);
    const items = among([[{ name, weight: '30g', price: 19.99, quantity }], '[]']);
    return of(
      `insert into orders (id, name, email, address, total_amount, order_items, payment_status,
          created_at, paid_at)
        values ($6, 'Ann', 'ann@mail.example', 'x', $1, $2::jsonb, $3, $4, $5)`,
      among([19.99 * quantity, 19.99 * quantity + 5, 0]).toFixed(2),
      JSON.stringify(items),
      status,
      moment(),
      paidAt,
      newId(),
    );
  };
  const given = `payment.order_id, payment.id, 'stripe', gen_random_uuid()::text`;
  const payment = () => `from payments as payment
    order by md5(payment.id::text || ${whole(1e9)}::text) limit 1`;
  const row = (table: string) =>
    `id = (select id from ${table} order by md5(id::text || ${whole(1e9)}::text) limit 1)`;
  return {
    begin: () => order('pending', null),
    sell: () => order('paid', moment()),
    pay: () =>
      of(
        `update orders set payment_status = 'paid', paid_at = $1
          where id = ${anyOrder(`payment_status = 'pending'`)}`,
        moment(),
      ),
    expire: () =>
      of(
        `update orders set payment_status = 'expired'
          where id = ${anyOrder(`payment_status = 'pending'`)}`,
      ),
    'record a payment': () =>
      of(
        `insert into payments (id, order_id, provider, reference, amount_cents, currency, standing)
          select $3, id, 'stripe', gen_random_uuid()::text,
            greatest(0, (total_amount * 100)::bigint + $1::integer), 'USD', $2
          from orders where id = ${anyOrder('true')} on conflict do nothing`,
        among([0, 0, 0, 250, -250]),
        among(['settled', 'settled', 'settled', 'review', 'surplus']),
        newId(),
      ),
    'accept a payment': () =>
      of(
        `update payments set standing = 'settled' where ${row('payments')} and not exists (
          select from payments as other
          where other.order_id = payments.order_id and other.standing = 'settled')`,
      ),
    'hold a payment': () => of(`update payments set standing = 'surplus' where ${row('payments')}`),
    refund: () =>
      of(
        `insert into refunds
          (id, order_id, payment_id, provider, reference, amount_cents, currency, state, origin, created_at)
          select $4::uuid, ${given}, 1 + ($1::numeric * payment.amount_cents)::bigint, 'USD', $2, 'shop', $3 ${payment()}`,
        among([0.1, 0.33, 1]),
        among(['requested', 'pending', 'succeeded']),
        moment(),
        newId(),
      ),
    'end a refund': () =>
      of(
        `update refunds set state = $1 where ${row('refunds')}`,
        among(['succeeded', 'failed', 'pending']),
      ),
    'drop a refund': () => of(`delete from refunds where ${row('refunds')}`),
    dispute: () =>
      of(
        `insert into disputes
          (id, order_id, payment_id, provider, reference, amount_cents, currency, state, updated_at)
          select $3::uuid, ${given}, payment.amount_cents, 'USD', $1, $2 ${payment()}`,
        among(['open', 'lost']),
        moment(),
        newId(),
      ),
    'decide a dispute': () =>
      of(
        `update disputes set state = $1 where ${row('disputes')}`,
        among(['won', 'lost', 'open', 'inquiry']),
      ),
    'change a total': () =>
      of(`update orders set total_amount = total_amount + 1 where id = ${anyOrder('true')}`),
    'move a sale': () =>
      of(`update orders set paid_at = $1 where id = ${anyOrder('paid_at is not null')}`, moment()),
    'delete an order': () =>
      of(`delete from orders where id = ${anyOrder('id not in (select order_id from payments)')}`),
  } as Record<string, () => { text: string; values: unknown[] }>;
}
