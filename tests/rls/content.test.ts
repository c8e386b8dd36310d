import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
