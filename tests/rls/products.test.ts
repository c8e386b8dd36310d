import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('products on $name', (testDatabase) => {
  let shop: Shop;
  let stranger: Client;
  let admin: Client;
  let resin: string;
  let drops: string;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    ({ client: stranger } = await shop.createCustomer());
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  beforeEach(async () => {
    await shop.service.from('products').delete().neq('name', '');
    const { data } = await shop.service
      .from('products')
      .insert([
        { name: 'Resin', price: 39.9 },
        { name: 'Drops', price: 24 },
      ])
      .select('id');
    [resin = '', drops = ''] = (data ?? []).map(({ id }) => id);
  });

  const viewsOf = async (id: string) =>
    (await shop.anonymous().from('products').select('view_count').eq('id', id).single()).data
      ?.view_count;
  const count = (client: Client, id: string, view_count: number) =>
    client.from('products').update({ view_count }).eq('id', id);

  describe('count a view', () => {
    it('adds exactly one and returns no content', async () => {
      expect(await count(shop.visitor('203.0.113.1'), resin, 1)).toMatchObject({
        status: 204,
        error: null,
      });
      expect(await viewsOf(resin)).toBe(1);
    });

    it('counts a visitor once in half an hour', async () => {
      await count(shop.visitor('203.0.113.1'), resin, 1);
      expect(await count(shop.visitor('203.0.113.1'), resin, 2)).toMatchObject({ status: 204 });
      expect(await viewsOf(resin)).toBe(1);
      await count(shop.visitor('203.0.113.2'), resin, 2);
      await count(shop.visitor('203.0.113.1'), drops, 1);
      expect(await viewsOf(resin)).toBe(2);
      expect(await viewsOf(drops)).toBe(1);

      await shop.database.query({
        text: `update private.product_views set seen_at = seen_at - interval '31 minutes'`,
      });
      await count(shop.visitor('203.0.113.1'), resin, 3);
      expect(await viewsOf(resin)).toBe(3);
    });

    it('counts a network once, whatever the user agent', async () => {
      const visitors: [string, string?][] = [
        ['203.0.113.1', 'another browser'],
        ['203.0.113.1', ''],
        ['2001:db8:1:2::1'],
        ['2001:db8:1:2:ffff::9', 'another browser'],
        ['not an address'],
        ['not an address', 'another browser'],
      ];
      for (const [address, browser] of visitors) {
        await count(shop.visitor(address, browser), resin, ((await viewsOf(resin)) ?? 0) + 1);
      }
      expect(await viewsOf(resin)).toBe(3);
    });

    it('changes no other column, whatever the request names', async () => {
      const heard: string[] = [];
      const stop = await shop.database.listen('content_changed', (table) => heard.push(table));
      const product = async () =>
        (
          await shop.service
            .from('products')
            .select('view_count, price, updated_at')
            .eq('id', resin)
        ).data?.[0];
      const before = await product();
      const { error } = await stranger
        .from('products')
        .update({ view_count: 1, price: 39.9, name: 'Resin' })
        .eq('id', resin);
      expect(error).toBeNull();
      expect(await product()).toEqual({ ...before, view_count: 1 });
      await shop.service.from('products').update({ price: 40 }).eq('id', resin).throwOnError();
      await expect.poll(() => heard).toEqual(['products']);
      expect(await product()).not.toMatchObject({ updated_at: before?.updated_at });
      await stop();
    });

    it('stores no IP address', async () => {
      await count(shop.visitor('203.0.113.1'), resin, 1);
      const { rows } = await shop.database.query({
        text: `select visitor from private.product_views`,
      });
      expect(rows).toEqual([{ visitor: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    });

    it.each([999_999, 0, -1, 2])('ignores a count of %i', async (view_count) => {
      for (const client of [shop.visitor('203.0.113.1'), stranger]) {
        await count(client, resin, view_count);
        expect(await viewsOf(resin)).toBe(0);
      }
    });

    it('counts one product at a time, even without a filter', async () => {
      const everything = shop
        .visitor('203.0.113.1')
        .from('products')
        .update({ view_count: 1 })
        .not('id', 'is', null);
      expect(await everything).toMatchObject({ status: 204 });
      expect(((await viewsOf(resin)) ?? 0) + ((await viewsOf(drops)) ?? 0)).toBe(1);
      expect(await shop.patchEverything('products', { view_count: 999_999 })).toBeLessThan(500);
      expect(((await viewsOf(resin)) ?? 0) + ((await viewsOf(drops)) ?? 0)).toBe(1);
    });

    it('locks one product at a time, so that nobody keeps checkouts waiting', async () => {
      const locked = await shop.database.transaction(async (tx) => {
        await tx.query({ text: 'set local role anon' });
        await tx.query({ text: 'update public.products set view_count = 3 where id is not null' });
        await tx.query({ text: 'reset role' });
        const { rows } = await tx.query({
          text: `select id from public.products
            where xmax::text = pg_current_xact_id()::xid::text`,
        });
        return rows.length;
      });
      expect(locked).toBe(1);
    });

    it('looks at one row of what was sent, however many there are', async () => {
      const run = (text: string) => shop.database.query<{ n: string }>({ text });
      await run('create sequence public.tries');
      await run('grant usage on sequence public.tries to anon');
      await run(`create function public.note_try() returns trigger language plpgsql as
        'begin perform nextval(''public.tries''); return new; end'`);
      await run(`create trigger a_first before update on public.products
        for each row execute function public.note_try()`);
      onTestFinished(async () => {
        await run('drop function public.note_try() cascade');
        await run('drop sequence public.tries');
      });
      const body = Array.from({ length: 100 }, () => ({ view_count: 0 }));
      expect(await shop.patchEverything(`products?id=eq.${resin}`, body)).toBe(204);
      const { rows } = await run(`select nextval('public.tries') as n`);
      expect(Number(rows[0]?.n)).toBe(2);
    });

    it('returns no rows', async () => {
      const { data } = await count(shop.visitor('203.0.113.1'), resin, 9).select();
      expect(data).toEqual([]);
    });
  });

  describe('are changed by admins only', () => {
    it.each([
      { price: 0.01 },
      { name: 'Cheap' },
      { sold_out: true },
      { view_count: 1, price: 0.01 },
      { initial_view_count: 5 },
    ])('not by others: %j', async (change) => {
      for (const client of [shop.visitor('203.0.113.9'), stranger]) {
        expect(await client.from('products').update(change).eq('id', resin)).toEqual(refused);
      }
      const { data } = await shop.service.from('products').select('*').eq('id', resin).single();
      expect(data).toMatchObject({ name: 'Resin', price: 39.9, sold_out: false, view_count: 0 });
    });

    it('rejects inserts and deletes by others', async () => {
      const forged = { name: 'Fake', price: 1 };
      expect(await shop.anonymous().from('products').insert(forged)).toEqual(refused);
      expect(await stranger.from('products').insert(forged)).toEqual(refused);
      expect(await stranger.from('products').upsert({ ...forged, id: resin })).toEqual(refused);
      expect(await shop.anonymous().from('products').delete().eq('id', resin)).toEqual(refused);
      expect((await stranger.from('products').delete().eq('id', resin).select()).data).toEqual([]);
      expect((await shop.anonymous().from('products').select('id')).data).toHaveLength(2);
    });

    it('lets admins add, edit and delete them', async () => {
      const added = await admin
        .from('products')
        .insert({ name: 'Honey', price: 28.5 })
        .select()
        .single();
      expect(added.data).toMatchObject({
        name: 'Honey',
        price: 28.5,
        slug: null,
        weight_type: '30ml',
        image_url: '/product.jpg',
        image_urls: [],
        tags: [],
        sold_out: false,
        view_count: 0,
      });
      const id = added.data?.id ?? '';
      const edited = await admin
        .from('products')
        .update({ price: 30, sold_out: true, view_count: 12, tags: ['a', 'b'] })
        .eq('id', id)
        .select()
        .single();
      expect(edited.data).toMatchObject({ price: 30, sold_out: true, view_count: 12 });
      expect((await admin.from('products').delete().eq('id', id).select()).data).toHaveLength(1);
    });

    it.each([
      { price: -1 },
      { price: 'NaN' as unknown as number },
      { weight_type: '50g' },
      { slug: 'Not A Slug' },
      { name: '  ' },
    ])('who cannot save %j', async (bad) => {
      const { error } = await admin.from('products').update(bad).eq('id', resin);
      expect(error?.code).toBe('23514');
    });
  });

  it('are drafts until they are published: nobody but admins sees them in any way', async () => {
    const { service } = shop;
    const draft = { name: 'Malachite', slug: 'malachite', price: 7, tags: ['green'] };
    const { data: made } = await admin
      .from('products')
      .insert({ ...draft, published: false })
      .select()
      .single();
    const id = made?.id ?? '';
    expect(made).toMatchObject({ published: false, buyable: false });
    await service
      .from('products')
      .insert([
        { name: 'Green One', slug: 'green-one', price: 1, tags: ['green'] },
        { name: 'Green Two', slug: 'green-two', price: 1, tags: ['green'] },
      ])
      .throwOnError();
    const { client: customer } = await shop.createCustomer();
    const seen = async (client: Client) => {
      const one = await client.from('products').select('*').eq('id', id);
      const all = await client.from('products').select('*', { count: 'exact' }).eq('price', 7);
      const related = await client
        .from('products')
        .select('related_products(name)')
        .eq('slug', 'green-one');
      const found = await client.rpc('search_shop', { words: 'malachite' });
      return [
        one.data?.length,
        all.count,
        JSON.stringify(related.data).includes('Malachite'),
        (found.data ?? []).length,
      ];
    };
    for (const client of [shop.anonymous(), customer]) {
      expect(await seen(client)).toEqual([0, 0, false, 0]);
      const viewed = client.from('products').update({ view_count: 1 }, { count: 'exact' });
      expect((await viewed.eq('id', id)).count ?? 0).toBe(0);
    }
    expect((await admin.from('products').select('name').eq('id', id)).data).toHaveLength(1);
    // Its URL was never public.
    await admin.from('products').update({ slug: 'green-stone' }).eq('id', id).throwOnError();
    const former = () =>
      shop.anonymous().rpc('former_address', { page_kind: 'product', former: 'malachite' });
    expect((await former()).data).toBeNull();

    await admin.from('products').update({ published: true }).eq('id', id).throwOnError();
    expect(await seen(shop.anonymous())).toEqual([1, 1, true, 1]);
    const { data: out } = await shop.anonymous().from('products').select('buyable').eq('id', id);
    expect(out).toEqual([{ buyable: true }]);
    await admin.from('products').update({ slug: 'malachite' }).eq('id', id).throwOnError();
    await admin.from('products').update({ published: false }).eq('id', id).throwOnError();
    expect(await seen(shop.anonymous())).toEqual([0, 0, false, 0]);
    const left = shop.anonymous().rpc('former_address', {
      page_kind: 'product',
      former: 'green-stone',
    });
    expect((await left).data).toBeNull();
    await service.from('products').delete().in('price', [1, 7]).throwOnError();
  });

  it('notifies about a change of any column and dates it, whatever columns there are', async () => {
    const { rows: columns } = await shop.database.query<{ name: string; other: string }>({
      text: `select a.attname as name,
          case
            when t.typname = 'bool' then format('not %I', a.attname)
            when t.typname in ('int4', 'int8', 'numeric') then format('coalesce(%I, 0) + 1', a.attname)
            when t.typname = 'uuid' then 'gen_random_uuid()'
            when t.typname = 'timestamptz' then format('%I - interval ''1 day''', a.attname)
            when t.typname = 'jsonb' then '''{"changed": true}'''
            when t.typcategory = 'A' then '''{changed}'''
            when a.attname = 'weight_type' then '''30g'''
            when a.attname = 'tax_class' then '''reduced'''
            else '''changed'''
          end as other
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' and a.attname not in
            -- Counted, or kept by triggers, which overwrite what is written; image_focus is the picture's.
            ('view_count', 'updated_at', 'stock', 'buyable', 'image_focus')`,
    });
    expect(columns.length).toBeGreaterThan(20);
    const missed: string[] = [];
    for (const { name, other } of columns) {
      const { rows: added } = await shop.database.query<{ id: string }>({
        text: `insert into public.products (name, price, updated_at)
          values ('Oil', 1, '2020-01-01') returning id`,
      });
      const heard: string[] = [];
      const stop = await shop.database.listen('content_changed', (table) => heard.push(table));
      const { rows } = await shop.database.query<{ isDated: boolean }>({
        text: `update public.products set "${name}" = ${other} where id = $1
          returning updated_at > '2020-01-02' as "isDated"`,
        values: [added[0]?.id],
      });
      // Notifications arrive in order: whatever the update sent is here by now.
      await shop.database.query({ text: `select pg_notify('content_changed', 'the last')` });
      await expect.poll(() => heard).toContain('the last');
      await stop();
      if (!heard.includes('products') || !rows[0]?.isDated) missed.push(name);
      await shop.database.query({
        text: `delete from public.products where name in ('Oil', 'changed')`,
      });
    }
    expect(missed).toEqual([]);
  });

  it('notifies about a change only if something changed', async () => {
    const heard: string[] = [];
    const stop = await shop.database.listen('content_changed', (table) => heard.push(table));
    await stranger.from('products').update({ name: 'x' }).eq('name', 'nothing is called so');
    await stranger.from('products').delete().eq('id', resin);
    await stranger.from('blog_posts').delete().neq('title', '');
    await count(shop.visitor('203.0.113.1'), resin, 1);
    await admin.from('products').update({ price: 41 }).eq('id', resin);
    await expect.poll(() => heard).toEqual(['products']);
    await stop();
  });
});
