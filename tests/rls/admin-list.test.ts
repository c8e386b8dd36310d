import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toMoments } from '#app/features/admin/table/day-range.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const lists = [
  'orders',
  'customers',
  'products',
  'contacts',
  'testimonials',
  'partners',
  'blog_posts',
  'validity_codes',
  'audit_log',
  'failed_mails',
];

describe.each(testDatabases)('the lists of the admin area on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  type Arguments = Partial<Parameters<typeof page>[1]>;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    await shop.service
      .from('products')
      .insert(
        ['Pure Resin', 'Gold Drops', '100% Raw', 'Résine_Nº5'].map((name, index) => ({
          name,
          price: 10 + index,
          sold_out: index === 1,
          created_at: `2026-11-0${index + 1}T12:00:00Z`,
        })),
      )
      .throwOnError();
    const order = { name: 'Maya Stone', email: 'maya@mail.example', address: 'x', total_amount: 1 };
    await shop.service
      .from('orders')
      .insert([
        { ...order, id: 'aaaaaaaa-0000-4000-8000-000000000001', payment_status: 'paid' },
        {
          ...order,
          id: 'bbbbbbbb-0000-4000-8000-000000000002',
          name: 'Ben',
          email: 'ben@mail.example',
          payment_status: 'expired',
        },
      ])
      .throwOnError();
  });
  afterAll(() => shop.close());

  async function page(client: Client, asked: Record<string, unknown>) {
    const { data } = await client
      .rpc('admin_list', { list: 'products', sort: 'price', ascending: true, ...asked })
      .throwOnError();
    const { total, rows } = data as { total: number; rows: { name: string }[] };
    return { total, names: rows.map(({ name }) => name) };
  }
  const found = (asked: Arguments) => page(admin, asked);

  it('tells posts that are out from those to come, by the moment of the call', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    await shop.service
      .from('blog_posts')
      .insert(
        [
          { slug: 'out', published: true, published_at: at(-1) },
          { slug: 'out-undated', published: true, published_at: null },
          { slug: 'to-come', published: true, published_at: at(1) },
          { slug: 'draft', published: false, published_at: null },
        ].map((post) => ({ ...post, title: post.slug, content: '<p>a</p>' })),
      )
      .throwOnError();
    const slugs = async (filters: object) => {
      const asked = {
        list: 'blog_posts',
        filters: filters as never,
        sort: 'slug',
        ascending: true,
      };
      const { data } = await admin.rpc('admin_list', asked).throwOnError();
      return (data as { rows: { slug: string }[] }).rows.map(({ slug }) => slug);
    };
    const published = ['true'];
    expect(await slugs({ published, published_at: { from: 'now' } })).toEqual(['to-come']);
    expect(await slugs({ published, published_at: { until: 'now', or_empty: true } })).toEqual([
      'out',
      'out-undated',
    ]);
    expect(await slugs({ published, published_at: { until: 'now' } })).toEqual(['out']);
    await shop.service.from('blog_posts').delete().neq('slug', '').throwOnError();
  });

  it('are refused by the database to everyone but admins', async () => {
    const { client: customer, id } = await shop.createCustomer();
    const demoted = await shop.createAdmin();
    await demoted.auth.signOut({ scope: 'local' });
    const { client: climber } = await shop.createCustomer();
    await climber.auth.updateUser({ data: { role: 'admin' } });
    for (const list of lists) {
      for (const client of [shop.anonymous(), customer, demoted, climber]) {
        expect(await client.rpc('admin_list', { list })).toEqual(refused);
      }
    }
    expect((await customer.rpc('is_admin')).data).toBe(false);
    expect((await climber.rpc('is_admin')).data).toBe(false);
    expect((await admin.rpc('is_admin')).data).toBe(true);
    expect(await shop.anonymous().rpc('is_admin')).toEqual(refused);
    expect(id).toBeTruthy();
  });

  it('are all read by an admin', async () => {
    for (const list of lists) {
      const { data, error } = await admin.rpc('admin_list', { list });
      expect(error).toBeNull();
      expect(data).toMatchObject({ total: expect.any(Number), rows: expect.any(Array) });
    }
  });

  it('are paged, sorted and counted', async () => {
    expect(await found({ skip: 1, take: 2 })).toEqual({
      total: 4,
      names: ['Gold Drops', '100% Raw'],
    });
    expect((await found({ ascending: false, take: 1 })).names).toEqual(['Résine_Nº5']);
  });

  it('are counted up to ten thousand', async () => {
    const counted = async () =>
      (await admin.rpc('admin_list', { list: 'validity_codes', search: 'ZZ' }).throwOnError()).data;
    await shop.database.query({
      text: `insert into public.validity_codes (code)
        select 'ZZ' || n from generate_series(1, 10001) as n`,
    });
    expect(await counted()).toMatchObject({ total: 10_000, more: true });
    await shop.database.query({ text: `delete from public.validity_codes where code = 'ZZ1'` });
    expect(await counted()).toMatchObject({ total: 10_000, more: false });
    await shop.database.query({ text: `delete from public.validity_codes where code like 'ZZ%'` });
    expect(await counted()).toMatchObject({ total: 0, more: false });
  });

  it('are searched for two letters among the newest twenty thousand, and say so', async () => {
    const search = async (words: string) =>
      (await admin.rpc('admin_list', { list: 'validity_codes', search: words }).throwOnError())
        .data;
    const insert = (from: number, to: number) =>
      shop.database.query({
        text: `insert into public.validity_codes (code, created_at)
          select case n when 0 then 'QJX' else 'FILL' || n end, '2026-01-01'::date + n * interval '1 s'
          from generate_series($1::integer, $2::integer) as n`,
        values: [from, to],
      });
    const before = (await admin.rpc('admin_list', { list: 'validity_codes' })).data as {
      total: number;
    };
    await insert(0, 19_999 - before.total);
    expect(await search('qj')).toMatchObject({ total: 1, more: false });
    await insert(20_000 - before.total, 20_000 - before.total);
    expect(await search('qj')).toMatchObject({ total: 0, more: true });
    expect(await search('qjx')).toMatchObject({ total: 1, more: false });
    await shop.database.query({
      text: `delete from public.validity_codes where code = 'QJX' or code like 'FILL%'`,
    });
  });

  it('are searched without regard to case, and letter by letter', async () => {
    expect((await found({ search: 'PURE RES' })).names).toEqual(['Pure Resin']);
    expect((await found({ search: '%' })).names).toEqual(['100% Raw']);
    expect((await found({ search: 'e_n' })).names).toEqual(['Résine_Nº5']);
    for (const search of ['RÉSINE', 'resine', 'RESÍNE']) {
      expect((await found({ search })).names).toEqual(['Résine_Nº5']);
    }
    expect((await found({ search: "'; drop table products; --" })).total).toBe(0);
    expect((await found({ search: '\\' })).total).toBe(0);
  });

  it('are narrowed to whole days of the time zone that they are asked for', async () => {
    const day = (date: string, zone: string) =>
      found({ filters: { created_at: toMoments(date, date, zone) } });
    // Noon in Greenwich is 1 a.m. the next day in Auckland.
    expect((await day('2026-11-02', 'Pacific/Auckland')).names).toEqual(['Pure Resin']);
    expect((await day('2026-11-02', 'UTC')).names).toEqual(['Gold Drops']);
    // The day clocks are set back has 25 hours.
    const long = toMoments('2026-11-01', '2026-11-01', 'America/New_York');
    const { data } = await shop.service
      .from('products')
      .update({ created_at: long.until as string })
      .eq('name', 'Pure Resin')
      .select('created_at')
      .throwOnError();
    expect(data).toEqual([{ created_at: '2026-11-02T05:00:00+00:00' }]);
    await shop.service
      .from('products')
      .update({ created_at: '2026-11-01T12:00:00Z' })
      .eq('name', 'Pure Resin')
      .throwOnError();
  });

  it('are filtered by values and by dates', async () => {
    expect((await found({ filters: { sold_out: ['true'] } })).names).toEqual(['Gold Drops']);
    const days = { from: '2026-11-02T00:00:00Z', until: '2026-11-03T12:00:00Z' };
    expect((await found({ filters: { created_at: days } })).names).toEqual(['Gold Drops']);
    const { total } = await page(admin, {
      list: 'orders',
      sort: 'created_at',
      filters: { payment_status: ['paid', 'pending'] },
    });
    expect(total).toBe(1);
  });

  it('find orders by name, email or id', async () => {
    for (const search of [
      'stone',
      'MAYA@mail',
      'aaaaaaaa',
      'AAAAAAAA-0000',
      '#aaaaaaaa',
      ' #AAAAAAAA ',
      'Order #aaaaaaaa',
      'order aaaaaaaa…',
      '#aaaaaaaa,',
      'stone maya',
      '"Stone, Maya"',
    ]) {
      expect((await page(admin, { list: 'orders', sort: 'created_at', search })).names).toEqual([
        'Maya Stone',
      ]);
    }
  });

  it('reject unknown tables, columns and page sizes', async () => {
    const wrong = [
      { list: 'cart_items' },
      { list: 'products; drop table products' },
      { list: 'products', sort: 'price; drop table products' },
      { list: 'products', sort: 'nope' },
      { list: 'products', filters: { 'name" or true --': ['x'] } },
      { list: 'products', take: 1001 },
      { list: 'products', skip: -1 },
    ];
    for (const asked of wrong) {
      const { data, error } = await admin.rpc('admin_list', asked);
      expect(data).toBeNull();
      expect(error?.code).toMatch(/^22023|42703$/);
    }
    expect((await found({})).total).toBe(4);
  });
});
