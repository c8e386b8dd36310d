import type { Queryable } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishDuePosts } from '#server/jobs/publish-due-posts.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('content on $name', (testDatabase) => {
  let shop: Shop;
  let stranger: Client;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    ({ client: stranger } = await shop.createCustomer());
    admin = await shop.createAdmin();
    const { service } = shop;
    await service
      .from('blog_posts')
      .insert([
        { title: 'Out', slug: 'out', content: '<p>Out</p>', published: true },
        { title: 'Draft', slug: 'draft', content: '<p>Secret</p>', published: false },
      ])
      .throwOnError();
    await service
      .from('testimonials')
      .insert([
        { name: 'Shown', content: 'Good.', active: true },
        { name: 'Hidden', content: 'Secret.', active: false },
      ])
      .throwOnError();
    await service
      .from('partners')
      .insert([
        { name: 'Shown', active: true },
        { name: 'Hidden', active: false },
      ])
      .throwOnError();
    await service
      .from('site_settings')
      .insert({ key: 'phone', value: '+1 555 010 0100' })
      .throwOnError();
  });
  afterAll(() => shop.close());

  const tables = [
    { table: 'blog_posts', name: 'title', shown: 'Out', flag: 'published' },
    { table: 'testimonials', name: 'name', shown: 'Shown', flag: 'active' },
    { table: 'partners', name: 'name', shown: 'Shown', flag: 'active' },
  ] as const;

  it.each(tables)('shows only $flag rows of $table, whatever the filter', async (each) => {
    for (const client of [shop.anonymous(), stranger]) {
      const table = client.from(each.table as 'partners');
      const flag = each.flag as 'active';
      for (const answer of [
        await table.select('*', { count: 'exact' }),
        await table.select('*', { count: 'exact' }).not(flag, 'is', null),
        await table.select('*', { count: 'exact' }).or(`${flag}.eq.false,${flag}.eq.true`),
      ]) {
        expect(answer.count).toBe(1);
        expect(answer.data).toEqual([expect.objectContaining({ [each.name]: each.shown })]);
      }
      expect((await table.select('*').eq(flag, false)).data).toEqual([]);
    }
    const all = await admin.from(each.table as 'partners').select('*');
    expect(all.data).toHaveLength(2);
  });

  const scripts = [
    'javascript:alert(1)',
    ' JavaScript : alert(1)',
    'java\nscript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'https://a.example/\r\nx',
  ];
  it.each([
    { table: 'partners', column: 'website_url' },
    { table: 'partners', column: 'logo_url' },
    { table: 'testimonials', column: 'image_url' },
    { table: 'testimonials', column: 'media_url' },
    { table: 'blog_posts', column: 'featured_image_url' },
    { table: 'products', column: 'image_url' },
    { table: 'products', column: 'image_urls' },
  ])('stores no script as $table.$column', async ({ table, column }) => {
    const row = {
      partners: { name: 'New' },
      testimonials: { name: 'New', content: 'x' },
      blog_posts: { title: 'New', slug: 'scripts', content: 'x' },
      products: { name: 'New', price: 1 },
    }[table];
    const write = (client: Client, address: string) => {
      const value = column === 'image_urls' ? ['/a.jpg', address] : address;
      const values = { ...row, [column]: value } as { name: string };
      return client
        .from(table as 'partners')
        .insert(values)
        .select('id');
    };
    for (const address of scripts) {
      for (const client of [admin, shop.service]) {
        const { error } = await write(client, address);
        expect(error, address).toMatchObject({ code: '23514' });
        expect(error?.message).toContain(`${table}_${column}_check`);
      }
    }
    const usable = [
      'https://a.example/b?c=d:e',
      '/storage/v1/object/public/uploads/a.jpg',
      'a.jpg',
    ];
    for (const address of usable) {
      const { data, error } = await write(admin, address);
      expect(error).toBeNull();
      await admin
        .from(table as 'partners')
        .delete()
        .eq('id', data?.[0]?.id ?? '')
        .throwOnError();
    }
  });

  it.each(tables)('lets only admins write $table', async (each) => {
    const table = each.table as 'partners';
    const row = { name: 'New', title: 'New', slug: 'new', content: 'x' };
    const wanted = (
      each.table === 'blog_posts'
        ? { title: row.title, slug: row.slug, content: row.content }
        : each.table === 'testimonials'
          ? { name: row.name, content: row.content }
          : { name: row.name }
    ) as { name: string };
    const flag = { [each.flag]: false } as { active: boolean };

    expect(await shop.anonymous().from(table).insert(wanted)).toEqual(refused);
    expect(await stranger.from(table).insert(wanted)).toEqual(refused);
    expect(await shop.anonymous().from(table).update(flag).neq('id', crypto.randomUUID())).toEqual(
      refused,
    );
    const changed = await stranger.from(table).update(flag).neq('id', crypto.randomUUID()).select();
    expect(changed.data).toEqual([]);
    const deleted = await stranger.from(table).delete().neq('id', crypto.randomUUID()).select();
    expect(deleted.data).toEqual([]);

    const added = await admin.from(table).insert(wanted).select().single();
    expect(added.error).toBeNull();
    const id = added.data?.id ?? '';
    expect((await admin.from(table).update(flag).eq('id', id).select()).data).toHaveLength(1);
    expect((await admin.from(table).delete().eq('id', id).select()).data).toHaveLength(1);
  });

  it('keeps a scheduled post from everyone but admins until its time comes', async () => {
    const anyone = shop.anonymous();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const later = { slug: 'later', published: true, published_at: at(3600) };
    await admin
      .from('blog_posts')
      .insert({ title: 'Moonstone', content: '<p>Feldspathoid</p>', ...later })
      .throwOnError();
    const change = (row: { published_at?: string; slug?: string }) =>
      admin.from('blog_posts').update(row).eq('title', 'Moonstone').throwOnError();
    const seen = async (client: Client) => {
      const posts = client.from('blog_posts').select('slug').eq('title', 'Moonstone');
      return ((await posts).data ?? []).map(({ slug }) => slug);
    };
    const found = async () => {
      const results = await anyone.rpc('search_shop', { words: 'moonstone feldspathoid' });
      return (results.data ?? []).map(({ title }: { title: string }) => title);
    };
    const publishDue = () => publishDuePosts(shop.database, new AbortController().signal);

    await publishDue();
    expect([await seen(anyone), await seen(stranger), await found()]).toEqual([[], [], []]);
    expect(await seen(admin)).toEqual(['later']);
    // Its URL was never public, so nothing redirects from it.
    await change({ slug: 'moonstone' });
    const former = await anyone.rpc('former_address', { page_kind: 'post', former: 'later' });
    expect(former.data).toBeNull();

    const dropped: string[] = [];
    const stop = await shop.database.listen('content_changed', (table) => {
      dropped.push(table);
    });
    await change({ published_at: at(1.5) });
    await expect.poll(() => seen(anyone), { interval: 100 }).toEqual(['moonstone']);
    expect(await found()).toEqual([]);
    await expect.poll(() => dropped).toContain('blog_posts');
    dropped.length = 0;
    await publishDue();
    expect(await found()).toEqual(['Moonstone']);
    await expect.poll(() => dropped).toEqual(['blog_posts']);
    await publishDue();
    await change({ published_at: at(3600) });
    expect([await seen(anyone), await found()]).toEqual([[], []]);
    await stop();
    // The second time there was nothing to notify.
    expect(dropped.length).toBeLessThanOrEqual(2);
    await admin.from('blog_posts').delete().eq('title', 'Moonstone').throwOnError();
  });

  it('brings all posts that are due at once into the search, in steps', async () => {
    const due = { content: '<p>a</p>', published: true };
    const posts = Array.from({ length: 45 }, (_, n) => ({
      ...{ ...due, title: `Opal ${n}`, slug: `opal-${n}` },
      published_at: new Date(Date.now() + 1500).toISOString(),
    }));
    await admin.from('blog_posts').insert(posts).throwOnError();
    const found = async () =>
      (await shop.anonymous().rpc('search_shop', { words: 'opal', most: 100 })).data?.length;
    const seen = async () => {
      const { data } = await shop
        .anonymous()
        .from('blog_posts')
        .select('slug')
        .like('slug', 'opal-%');
      return data?.length;
    };
    await expect.poll(seen, { interval: 100 }).toBe(45);
    expect(await found()).toBe(0);
    let steps = 0;
    const query: Queryable['query'] = (statement) => {
      steps += 1;
      return shop.database.query(statement);
    };
    await publishDuePosts({ query }, new AbortController().signal);
    expect([await found(), steps]).toEqual([45, 5]);
    await admin.from('blog_posts').delete().like('slug', 'opal-%').throwOnError();
  });

  it('shows site settings to everyone and accepts changes from admins', async () => {
    for (const client of [shop.anonymous(), stranger]) {
      const { data } = await client.from('site_settings').select('key, value');
      expect(data).toEqual([{ key: 'phone', value: '+1 555 010 0100' }]);
    }
    expect(await shop.anonymous().from('site_settings').insert({ key: 'x', value: 1 })).toEqual(
      refused,
    );
    expect(await stranger.from('site_settings').upsert({ key: 'phone', value: 'x' })).toEqual(
      refused,
    );
    const saved = await admin.from('site_settings').upsert({ key: 'phone', value: '+1 555 2' });
    expect(saved.error).toBeNull();
  });

  describe('settings that two people save', () => {
    const save = async (seen: object, wanted: object, client = admin) => {
      const { data, error } = await client.rpc('save_settings', {
        seen: seen as never,
        wanted: wanted as never,
      });
      return error ? error.message : data;
    };
    const stored = async () => {
      const { data } = await admin
        .from('site_settings')
        .select('key, value')
        .in('key', ['tagline', 'website'])
        .throwOnError();
      return Object.fromEntries(data.map(({ key, value }) => [key, value]));
    };

    it('are stored all or none, as long as they are as they were seen', async () => {
      expect(await save({}, { tagline: 'Mine' })).toBe(true);
      expect(await save({}, { tagline: 'Theirs', website: 'theirs.example' })).toBe(false);
      expect(await stored()).toEqual({ tagline: 'Mine' });
      // Asked again after a lost answer.
      expect(await save({}, { tagline: 'Mine' })).toBe(true);
      const both = { tagline: 'Theirs', website: 'theirs.example' };
      expect(await save({ tagline: 'Mine' }, both)).toBe(true);
      expect(await stored()).toEqual(both);
      await admin.from('site_settings').delete().eq('key', 'website').throwOnError();
      expect(await save(both, { website: 'mine.example' })).toBe(false);
    });

    it('are those of one of them at the same time', async () => {
      await admin.from('site_settings').delete().in('key', ['tagline', 'website']).throwOnError();
      const together = (seen: object, values: string[]) =>
        Promise.all(values.map((value) => save(seen, { tagline: value, website: value })));
      expect((await together({}, ['one', 'two'])).sort()).toEqual([false, true]);
      const seen = await stored();
      expect(seen.tagline).toBe(seen.website);
      expect((await together(seen, ['three', 'four'])).sort()).toEqual([false, true]);
    });

    it('are refused from anybody but an admin', async () => {
      expect(await save({}, { tagline: 'x' }, stranger)).toMatch(/permission denied/);
      expect(await save({}, { ships_to: [] })).toBe('Name at least one country.');
      await admin.from('site_settings').delete().in('key', ['tagline', 'website']).throwOnError();
    });
  });

  it('publishes texts over the version that was seen alone', async () => {
    const publish = async (title: string, seen: number | null, client = admin) => {
      const { data, error } = await client.rpc('publish_texts', {
        ...{ version: crypto.randomUUID(), place: 'about', texts: { title } },
        seen: seen as number,
      });
      return error ?? data;
    };
    const [first] = (await publish('One', null)) as { number: number }[];
    expect(first).toMatchObject({ place: 'about', texts: { title: 'One' } });
    expect(first).toMatchObject({ published_by: expect.stringContaining('@') });
    expect(await publish('Two', null)).toEqual([]);
    const both = await Promise.all(
      ['Three', 'Four'].map((title) => publish(title, first?.number ?? 0)),
    );
    expect(both.map((rows) => (rows as unknown[]).length).sort()).toEqual([0, 1]);
    const { data } = await admin.from('text_versions').select().eq('place', 'about');
    expect(data).toHaveLength(2);
    expect(await publish('Five', null, stranger)).toMatchObject({ code: '42501' });
  });

  it('lets admins publish texts under their own name, and nobody change what was', async () => {
    const texts = { hero_title: 'One' };
    const published = await admin.from('text_versions').insert({ place: 'home', texts }).select();
    expect(published.data).toMatchObject([{ place: 'home', texts }]);
    expect(published.data?.[0]?.published_by).toContain('@');
    const { id = '' } = published.data?.[0] ?? {};
    const forged = { place: 'home', texts, published_by: 'somebody@else.example' };
    expect(await admin.from('text_versions').insert(forged)).toEqual(refused);
    const change = { texts: { hero_title: 'Two' } };
    expect(await admin.from('text_versions').update(change).eq('id', id)).toEqual(refused);
    expect(await admin.from('text_versions').delete().eq('id', id)).toEqual(refused);
    expect(await shop.anonymous().from('text_versions').select()).toEqual(refused);
    expect((await stranger.from('text_versions').select()).data).toEqual([]);
    expect(await stranger.from('text_versions').insert({ place: 'home', texts })).toEqual(refused);
  });

  it('gives search texts the shop’s new name, where they hold the old one', async () => {
    const product = { name: 'Named', price: 10, seo_title: 'Old Roots Named', seo_keywords: 'Old' };
    await shop.service.from('products').insert(product).throwOnError();
    const names = { former_name: 'Old Roots', new_name: 'New Roots' };
    expect(await stranger.rpc('rename_in_search_texts', names)).toEqual(refused);
    expect((await admin.rpc('rename_in_search_texts', names)).error).toBeNull();
    const { data } = await admin.from('products').select().eq('name', 'Named').single();
    expect(data).toMatchObject({ seo_title: 'New Roots Named', seo_keywords: 'Old' });
  });
});
