import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumCustomers } from '#server/jobs/sum-customers.ts';
import { changeSales, randomNumbers } from './change-sales.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

/** What the customers' rows must contain, computed from the orders. */
const fromRows = `
  select lower(email) as email, count(*)::integer as orders,
    sum(sale.cents - (select coalesce(sum(amount_cents), 0) from private.refunds_of_sales as refund
      where refund.order_id = bought.id))::float8 as spent_cents
  from public.orders as bought join private.sales as sale on sale.order_id = bought.id
  where email <> '' and email not like '%@checkout.example'
  group by 1 order by 1`;

describe.each(testDatabases)('customers on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const stored = async () =>
    (
      await shop.database.query({
        text: `select email, orders, spent_cents::float8 from public.customers order by email`,
      })
    ).rows;
  const expected = async () => (await shop.database.query({ text: fromRows })).rows;
  const order = async (changes: object) => {
    const { data } = await shop.service
      .from('orders')
      .insert({
        ...{ name: 'Maya Stone', email: 'Maya@mail.example', address: '12 Ridge Road' },
        ...{ total_amount: 40, payment_status: 'paid', paid_at: '2026-11-01T12:00:00Z' },
        ...changes,
      })
      .select('id')
      .single()
      .throwOnError();
    return data.id;
  };
  /** What the job does every few seconds. */
  const sumUp = () => sumCustomers(shop.database, new AbortController().signal);
  const list = async (asked: object = {}) => {
    await sumUp();
    const { data } = await admin
      .rpc('admin_list', { list: 'customers', sort: 'last_order_at', ...asked })
      .throwOnError();
    return data as unknown as {
      total: number;
      rows: { id: string; email: string; name: string; orders: number; spent_cents: number }[];
    };
  };

  it('are added up after any change of orders, payments, refunds and disputes', async () => {
    const changes = changeSales(randomNumbers(20261124));
    const names = Object.keys(changes);
    for (let step = 0; step < 150; step++) {
      const name = names[step % names.length] ?? '';
      await shop.database.query(changes[name]?.() ?? { text: 'select 1' });
      if (step % 10 !== 0) continue;
      await sumUp();
      expect([step, await stored()]).toEqual([step, await expected()]);
    }
    await sumUp();
    const before = await stored();
    expect(before).toEqual(await expected());
    expect(before.length).toBeGreaterThan(0);
    await shop.database.query({ text: 'select private.rebuild_customers()' });
    expect(await stored()).toEqual(before);
  });

  it('are listed and searched for admins alone, and move with a corrected address', async () => {
    await order({});
    await order({ email: 'maya@mail.example', name: 'Maya S.', paid_at: '2026-11-02T12:00:00Z' });
    await order({ email: 'unpaid@mail.example', paid_at: null, payment_status: 'pending' });
    await order({ email: 'pending@checkout.example' });
    const found = await list({ search: 'maya mail' });
    expect(found.rows).toMatchObject([
      { email: 'maya@mail.example', name: 'Maya S.', orders: 2, spent_cents: 8000 },
    ]);
    expect((await list({ search: 'unpaid' })).total).toBe(0);
    expect((await list({ search: 'checkout.example' })).total).toBe(0);
    const id = found.rows[0]?.id ?? '';
    await shop.service
      .from('contacts')
      .insert({ name: 'Maya', email: ' MAYA@mail.example', phone: '1', message: 'Hello' })
      .throwOnError();
    const { data } = await admin.rpc('admin_customer', { customer: id }).throwOnError();
    expect(data).toMatchObject({
      customer: { orders: 2 },
      account: null,
      orders: [{ status: 'pending' }, { status: 'pending' }],
      messages: [{ message: 'Hello' }],
    });
    await shop.service
      .from('orders')
      .update({ email: 'maya@new.example' })
      .eq('email', 'Maya@mail.example')
      .throwOnError();
    expect(
      (await list({ search: 'maya' })).rows.map(({ email, orders }) => [email, orders]),
    ).toEqual(
      expect.arrayContaining([
        ['maya@mail.example', 1],
        ['maya@new.example', 1],
      ]),
    );
    const { client } = await shop.createCustomer();
    expect(await client.rpc('admin_customer', { customer: id })).toEqual(refused);
    expect((await client.from('customers').select()).data).toEqual([]);
    expect(await shop.anonymous().from('customers').select()).toEqual(refused);
  });

  it('two orders that are paid at once both count', async () => {
    const ids = await Promise.all(
      [1, 2, 3, 4].map(() =>
        order({ email: 'both@mail.example', paid_at: null, payment_status: 'pending' }),
      ),
    );
    await Promise.all(
      ids.map((id) =>
        shop.service
          .from('orders')
          .update({ payment_status: 'paid', paid_at: '2026-11-03T12:00:00Z' })
          .eq('id', id)
          .throwOnError(),
      ),
    );
    expect((await list({ search: 'both@mail' })).rows).toMatchObject([{ orders: 4 }]);
  });

  it('are exported and erased for admins: a guest by address, nobody who waits for a parcel', async () => {
    const waiting = await order({ email: 'guest@mail.example', phone: '+1 555 0100' });
    const [row] = (await list({ search: 'guest@mail' })).rows;
    const customerId = row?.id ?? '';
    await admin
      .from('notes')
      .insert({ email: 'guest@mail.example', body: 'Likes amber glass' })
      .throwOnError();
    const exported = await admin.functions.invoke('export-customer', { body: { customerId } });
    expect(exported.data).toMatchObject({
      customer: { email: 'guest@mail.example' },
      account: null,
      orders: [{ phone: '+1 555 0100' }],
      notes: [{ body: 'Likes amber glass' }],
    });
    const erase = async (client: Client) => {
      const { error } = await client.functions.invoke('erase-customer', { body: { customerId } });
      return error ? (await error.context.json()).error.code : null;
    };
    const { client } = await shop.createCustomer();
    expect(await erase(client)).toBe('not_admin');
    expect(await erase(admin)).toBe('orders_open');
    await shop.service
      .from('orders')
      .update({ status: 'shipped' })
      .eq('id', waiting)
      .throwOnError();
    expect(await erase(admin)).toBeNull();
    // Without waiting for the job.
    expect(await stored()).not.toContainEqual(
      expect.objectContaining({ email: 'guest@mail.example' }),
    );
    expect(await erase(admin)).toBe('customer_not_found');
    const { rows } = await shop.database.query({
      text: `select name, email, phone, address from public.orders where id = $1`,
      values: [waiting],
    });
    expect(rows).toEqual([
      {
        name: 'Deleted customer',
        email: 'deleted@checkout.example',
        phone: '',
        address: 'Deleted',
      },
    ]);
    const { data: notes } = await admin.from('notes').select().eq('email', 'guest@mail.example');
    expect(notes).toEqual([]);
  });

  it('are erased by the address that was paid under, whoever was signed in', async () => {
    const { id: accountId } = await shop.createCustomer();
    const email = 'paid.under@mail.example';
    const id = await order({ email, user_id: accountId, status: 'delivered' });
    const [row] = (await list({ search: email })).rows;
    await admin.functions.invoke('erase-customer', { body: { customerId: row?.id } });
    const { rows } = await shop.database.query({
      text: 'select name, user_id from public.orders where id = $1',
      values: [id],
    });
    expect(rows).toEqual([{ name: 'Deleted customer', user_id: null }]);
    expect((await list({ search: email })).total).toBe(0);
  });

  /** Erases the customer with this address, and returns the code of a refusal. */
  const eraseWith = async (email: string) => {
    const [row] = (await list({ search: email })).rows;
    const { error } = await admin.functions.invoke('erase-customer', {
      body: { customerId: row?.id },
    });
    return error ? (await error.context.json()).error.code : null;
  };
  const detailsOf = async (id: string) =>
    (
      await shop.database.query({
        text: 'select name, address from public.orders where id = $1',
        values: [id],
      })
    ).rows[0];

  it('are not erased while an order of a former address still has to ship', async () => {
    const { id } = await shop.createCustomer('before@mail.example');
    const open = await order({ email: 'Before@mail.example' });
    await shop.database.query({
      text: `update auth.users set email = 'after@mail.example' where id = $1`,
      values: [id],
    });
    await order({ email: 'after@mail.example', user_id: id, status: 'delivered' });
    expect(await eraseWith('after@mail.example')).toBe('orders_open');
    expect(await detailsOf(open)).toEqual({ name: 'Maya Stone', address: '12 Ridge Road' });
    await shop.service.from('orders').update({ status: 'shipped' }).eq('id', open).throwOnError();
    expect(await eraseWith('after@mail.example')).toBeNull();
    expect(await detailsOf(open)).toMatchObject({ name: 'Deleted customer' });
  });

  it.each(['a guest', 'an account'])(
    'keep the details of an order of %s that is paid while they are erased',
    async (who) => {
      const { database } = shop;
      const email = `paying.${who.replace(' ', '.')}@mail.example`;
      const account = who === 'a guest' ? null : await shop.createCustomer(email);
      const mine = { email, user_id: account?.id ?? null };
      const delivered = await order({ ...mine, status: 'delivered' });
      const late = await order({ ...mine, paid_at: null, payment_status: 'pending' });
      const run = (text: string, values: unknown[] = []) => database.query({ text, values });
      await run(
        `insert into audit_log (action, table_name, row_id, after)
          values ('update', 'x', 'x', jsonb_build_object('email', $1::text))`,
        [email],
      );
      await run(`create function public.pay_late() returns trigger language plpgsql as
        'begin
           update public.orders set payment_status = ''paid'', paid_at = now() where id = ''${late}'';
           insert into private.email_outbox (dedupe_key, order_id, recipient, subject, html, text)
             values (''${late}'', ''${late}'', ''${email}'', ''Paid'', ''x'', ''x'')
             on conflict do nothing;
           return null;
         end'`);
      await run(`create trigger pay_late after update on public.audit_log
        for each statement execute function public.pay_late()`);
      const refusal = await eraseWith(email);
      await run('drop function public.pay_late() cascade');
      expect(refusal).toBeNull();
      expect(await detailsOf(delivered)).toMatchObject({ name: 'Deleted customer' });
      expect(await detailsOf(late)).toEqual({ name: 'Maya Stone', address: '12 Ridge Road' });
      const { rows } = await run(
        'select recipient, subject from private.email_outbox where order_id = $1',
        [late],
      );
      expect(rows).toEqual([{ recipient: email, subject: 'Paid' }]);
      await shop.service.from('orders').update({ status: 'shipped' }).eq('id', late).throwOnError();
      expect(await eraseWith(email)).toBeNull();
      expect(await detailsOf(late)).toMatchObject({ name: 'Deleted customer' });
    },
  );

  it('with an account are erased with it', async () => {
    const { email, id } = await shop.createCustomer();
    await order({ email, user_id: id, status: 'delivered' });
    const [row] = (await list({ search: email })).rows;
    const { data } = await admin.rpc('admin_customer', { customer: row?.id ?? '' }).throwOnError();
    expect(data).toMatchObject({ account: { id } });
    await admin.functions.invoke('erase-customer', { body: { customerId: row?.id } });
    const { rows } = await shop.database.query({
      text: 'select id from auth.users where id = $1',
      values: [id],
    });
    expect(rows).toEqual([]);
    expect((await list({ search: email })).total).toBe(0);
  });
});
