import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('the log of changes on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let adminId: string;
  let adminAddress: string;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    const { data } = await admin.auth.getUser();
    adminId = data.user?.id ?? '';
    adminAddress = data.user?.email ?? '';
  });
  afterAll(() => shop.close());

  const linesOf = async (table: string, rowId: string) =>
    (
      await admin
        .from('audit_log')
        .select('actor_id, actor_email, action, before, after')
        .eq('table_name', table)
        .eq('row_id', rowId)
        .order('id')
        .throwOnError()
    ).data;

  it.each([
    ['products', { name: 'Pure Resin', price: 1 }, { price: 2 }],
    ['blog_posts', { title: 'A', slug: 'a', content: 'b' }, { published: true }],
    ['testimonials', { name: 'Maya', content: 'Good' }, { rating: 4 }],
    ['partners', { name: 'Spiti' }, { active: false }],
    ['validity_codes', { code: 'SH2041' }, { product_name: 'Pure Resin' }],
  ] as const)('says who did what to %s, before and after', async (table, row, change) => {
    // Five tables share this test; for the compiler, it is always the first one.
    const rows = admin.from(table as 'products');
    const { data } = await rows
      .insert(row as never)
      .select('id')
      .single()
      .throwOnError();
    const id = data.id;
    await rows
      .update(change as never)
      .eq('id', id)
      .throwOnError();
    await rows.delete().eq('id', id).throwOnError();
    const who = { actor_id: adminId, actor_email: adminAddress };
    const [field = ''] = Object.keys(change);
    const lines = await linesOf(table, id);
    expect(lines).toEqual([
      { ...who, action: 'insert', before: null, after: expect.objectContaining(row) },
      {
        ...who,
        action: 'update',
        before: { [field]: expect.anything() },
        after: { [field]: Object.values(change)[0] },
      },
      { ...who, action: 'delete', before: expect.objectContaining(change), after: null },
    ]);
  });

  it('logs every change of an order without personal data', async () => {
    const { data } = await shop.service
      .from('orders')
      .insert({ name: 'Pending', email: 'pending@checkout.example', address: 'x', total_amount: 1 })
      .select('id')
      .single()
      .throwOnError();
    const id = data.id;
    await shop.service
      .from('orders')
      .update({ payment_status: 'paid', email: 'maya@mail.example' })
      .eq('id', id)
      .throwOnError();
    await admin.from('orders').update({ status: 'processing' }).eq('id', id).throwOnError();
    const lines = await linesOf('orders', id);
    expect(lines).toEqual([
      {
        actor_id: null,
        actor_email: null,
        action: 'update',
        before: { payment_status: 'pending', email: '…' },
        after: { payment_status: 'paid', email: '…' },
      },
      {
        actor_id: adminId,
        actor_email: adminAddress,
        action: 'update',
        before: { status: 'pending' },
        after: { status: 'processing' },
      },
    ]);
  });

  it('records the admin on whose behalf a server function acts', async () => {
    const { data } = await shop.service
      .from('orders')
      .insert({ name: 'Maya', email: 'maya@mail.example', address: 'x', total_amount: 1 })
      .select('id')
      .single()
      .throwOnError();
    await shop.database.transaction(async (tx) => {
      await tx.query({ text: `select set_config('shop.actor', $1, true)`, values: [adminId] });
      await tx.query({
        text: `update public.orders set status = 'shipped' where id = $1`,
        values: [data.id],
      });
    });
    expect(await linesOf('orders', data.id)).toMatchObject([{ actor_email: adminAddress }]);
  });

  it('logs that a message was deleted, not its text', async () => {
    const { data } = await shop.service
      .from('contacts')
      .insert({ name: 'Maya', email: 'maya@mail.example', phone: '1', message: 'Secret' })
      .select('id')
      .single()
      .throwOnError();
    await admin.from('contacts').delete().eq('id', data.id).throwOnError();
    const lines = await linesOf('contacts', data.id);
    expect(lines).toMatchObject([{ action: 'delete', before: { message: '…', name: '…' } }]);
    expect(JSON.stringify(lines)).not.toContain('Secret');
  });

  it('logs no secret that opens an order', async () => {
    const { data } = await shop.service
      .from('orders')
      .insert({ name: 'Maya', email: 'maya@mail.example', address: 'x', total_amount: 1 })
      .select('id')
      .single()
      .throwOnError();
    const refer = (stripe_session_id: string | null) =>
      shop.service.from('orders').update({ stripe_session_id }).eq('id', data.id).throwOnError();
    // Fills in every order's first reference.
    await refer('cs_secret');
    expect(await linesOf('orders', data.id)).toEqual([]);
    await refer('cs_other_secret');
    expect(await linesOf('orders', data.id)).toMatchObject([
      { before: { stripe_session_id: '…' }, after: { stripe_session_id: '…' } },
    ]);
  });

  it('logs what became of an email, never its text or recipient', async () => {
    await shop.database.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>({
        text: `insert into private.email_outbox (dedupe_key, recipient, subject, html, text)
          values ('test', 'maya@mail.example', 'Subject', 'Secret', 'Secret') returning id`,
      });
      await tx.query({ text: `select set_config('shop.actor', $1, true)`, values: [adminId] });
      await tx.query({
        text: `update private.email_outbox
          set status = 'failed', text = '', recipient = 'deleted@mail.example' where id = $1`,
        values: [rows[0]?.id],
      });
    });
    const { data } = await admin
      .from('audit_log')
      .select('before, after')
      .eq('table_name', 'email_outbox');
    expect(data).toEqual([
      {
        before: { status: 'queued', text: '…', recipient: '…' },
        after: { status: 'failed', text: '…', recipient: '…' },
      },
    ]);
  });

  it('lists the people with logged changes, to admins only', async () => {
    const other = await shop.createAdmin();
    await other.from('partners').insert({ name: 'Of another' }).throwOnError();
    await admin.from('partners').insert({ name: 'Of the first' }).throwOnError();
    const { data } = await other.auth.getUser();
    const people = (await admin.rpc('admin_log_people').throwOnError()).data;
    expect(people).toEqual([...new Set(people)].sort());
    expect(people).toEqual(expect.arrayContaining([adminAddress, data.user?.email]));
    const { client: customer } = await shop.createCustomer();
    for (const client of [shop.anonymous(), customer, shop.service]) {
      expect(await client.rpc('admin_log_people')).toEqual(refused);
    }
  });

  it('filters by table, person and day', async () => {
    const list = async (filters: object) =>
      (
        await admin
          .rpc('admin_list', { list: 'audit_log', filters: filters as never, take: 1000 })
          .throwOnError()
      ).data as { rows: { table_name: string; actor_email: string | null }[]; total: number };
    const mine = await list({ table_name: ['partners'], actor_email: [adminAddress] });
    expect(mine.total).toBeGreaterThan(0);
    for (const row of mine.rows) {
      expect(row).toMatchObject({ table_name: 'partners', actor_email: adminAddress });
    }
    const ofTheShop = await list({ actor_email: null });
    expect(new Set(ofTheShop.rows.map(({ actor_email }) => actor_email))).toEqual(new Set([null]));
    expect((await list({ created_at: { until: '2020-01-01' } })).total).toBe(0);
  });

  it('finds what a person changed by a part of the address and a word of the line', async () => {
    await admin.from('partners').insert({ name: 'Found by person' }).throwOnError();
    const find = async (search: string) =>
      (await admin.rpc('admin_list', { list: 'audit_log', search, take: 1000 }).throwOnError())
        .data as { rows: { table_name: string; actor_email: string | null }[]; total: number };
    const part = adminAddress.toUpperCase().slice(1, -3);
    const found = await find(part);
    expect(found.total).toBeGreaterThan(0);
    expect(new Set(found.rows.map(({ actor_email }) => actor_email))).toEqual(
      new Set([adminAddress]),
    );
    const ofPartners = await find(`partners ${part}`);
    expect(ofPartners.total).toBeGreaterThan(0);
    expect(new Set(ofPartners.rows.map(({ table_name }) => table_name))).toEqual(
      new Set(['partners']),
    );
    expect((await find('nobody@here')).total).toBe(0);
    // Wildcards are taken literally.
    expect((await find('%@%')).total).toBe(0);
  });

  it('ignores counted views', async () => {
    const { data } = await admin
      .from('products')
      .insert({ name: 'Viewed', price: 1 })
      .select('id')
      .single()
      .throwOnError();
    const { client } = await shop.createCustomer();
    await client.from('products').update({ view_count: 1 }).eq('id', data.id).throwOnError();
    expect(await linesOf('products', data.id)).toHaveLength(1);
  });

  it('is readable by admins only and cannot be altered', async () => {
    const { client: customer } = await shop.createCustomer();
    expect(await shop.anonymous().from('audit_log').select()).toEqual(refused);
    expect((await customer.from('audit_log').select()).data).toEqual([]);
    for (const client of [customer, admin, shop.service]) {
      const line = { action: 'insert', table_name: 'x', row_id: 'x' };
      expect(await client.from('audit_log').insert(line)).toEqual(refused);
      expect(await client.from('audit_log').update({ row_id: 'y' }).gt('id', 0)).toEqual(refused);
      expect(await client.from('audit_log').delete().gt('id', 0)).toEqual(refused);
    }
  });
});
