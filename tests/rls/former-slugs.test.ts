import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('former addresses on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let visitor: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    visitor = shop.anonymous();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await admin.from('products').delete().neq('name', '');
    await admin.from('blog_posts').delete().neq('title', '');
    await shop.database.query({ text: 'delete from private.former_slugs' });
  });

  const find = async (kind: 'product' | 'post', former: string) => {
    const { data, error } = await visitor.rpc('former_address', { page_kind: kind, former });
    expect(error).toBeNull();
    return data;
  };
  const product = async (slug: string | null) => {
    const { data } = await admin
      .from('products')
      .insert({ name: 'Resin', slug, price: 1 })
      .select();
    return data?.[0]?.id ?? '';
  };
  const post = async (slug: string, published: boolean) => {
    const row = { title: 'Post', content: 'Text', slug, published };
    return (await admin.from('blog_posts').insert(row).select()).data?.[0]?.id ?? '';
  };

  it('redirect to the current address after several renames', async () => {
    const id = await product('one');
    await admin.from('products').update({ slug: 'two' }).eq('id', id);
    await admin.from('products').update({ slug: 'three' }).eq('id', id);
    expect([await find('product', 'one'), await find('product', 'two')]).toEqual([
      'three',
      'three',
    ]);
    expect(await find('product', 'three')).toBeNull();
    await admin.from('products').update({ slug: null }).eq('id', id);
    expect(await find('product', 'one')).toBe(id);
  });

  it('report a deleted page as gone, and nothing for one that never existed', async () => {
    const id = await product('one');
    await admin.from('products').update({ slug: 'two' }).eq('id', id);
    await admin.from('products').delete().eq('id', id);
    expect([await find('product', 'one'), await find('product', 'two')]).toEqual(['', '']);
    expect(await find('product', 'never')).toBeNull();
    expect(await find('post', 'one')).toBeNull();
  });

  it('are dropped when the address is used again', async () => {
    const id = await product('one');
    await admin.from('products').update({ slug: 'two' }).eq('id', id);
    await product('one');
    expect(await find('product', 'one')).toBeNull();
  });

  it('do not reveal drafts', async () => {
    const draft = await post('draft', false);
    await admin.from('blog_posts').update({ slug: 'still-a-draft' }).eq('id', draft);
    await admin.from('blog_posts').delete().eq('id', draft);
    expect([await find('post', 'draft'), await find('post', 'still-a-draft')]).toEqual([
      null,
      null,
    ]);

    const id = await post('public', true);
    await admin.from('blog_posts').update({ slug: 'renamed' }).eq('id', id);
    expect(await find('post', 'public')).toBe('renamed');
    await admin.from('blog_posts').update({ published: false }).eq('id', id);
    expect(await find('post', 'public')).toBeNull();
  });

  it('are read one by one and cannot be written', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the table is not in the interface, and must not be
    expect((await (visitor as any).from('former_slugs').select('*')).error).not.toBeNull();
    await product('one');
    expect(await visitor.from('products').update({ slug: 'two' }).eq('slug', 'one')).toEqual(
      refused,
    );
  });
});
