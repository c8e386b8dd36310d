import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('related products on $name', (testDatabase) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(testDatabase);
  });
  afterAll(() => shop.close());

  const product = (name: string, tags: string[], sold_out = false) => ({
    name,
    slug: name,
    description: name,
    price: 1,
    weight_type: '30g',
    image_url: '/placeholder.svg',
    tags,
    sold_out,
  });

  it('rank by shared tags, exclude the product itself, and put sold-out products last', async () => {
    const made = await shop.service
      .from('products')
      .insert([
        product('resin', ['resin', 'pure']),
        product('bees', ['honey']),
        product('ants', []),
        product('gone', ['resin', 'pure'], true),
        product('one', ['pure']),
        product('two', ['resin', 'pure']),
      ]);
    expect(made.error).toBeNull();
    const related = async (slug: string) => {
      const { data, error } = await shop
        .anonymous()
        .from('products')
        .select('related:related_products(name)')
        .eq('slug', slug)
        .single();
      expect(error).toBeNull();
      return data?.related.map(({ name }) => name);
    };
    expect(await related('resin')).toEqual(['two', 'one', 'ants']);
    expect(await related('bees')).toEqual(['ants', 'one', 'resin']);
  });

  it('are the same in a large catalog, of which a bounded number is read', async () => {
    const undone = new Error('not kept');
    const many = 6_000;
    let found: string[] = [];
    let read = 0;
    const looking = shop.database.transaction(async (tx) => {
      await tx.query({
        text: `insert into public.products (name, slug, price, tags, sold_out)
          select 'stone ' || n, 'stone-' || n, 1, array['stone'], n % 3 = 0
          from generate_series(1, $1::int) as n`,
        values: [many],
      });
      await tx.query({
        text: `insert into public.products (name, slug, price, tags, sold_out) values
          ('asked', 'asked', 1, array['stone', 'red', 'round', 'alone'], false),
          ('most but sold out', 'most', 1, array['stone', 'red', 'round'], true),
          ('three', 'three', 1, array['stone', 'red', 'round'], false),
          ('two', 'two-more', 1, array['red', 'round'], false),
          ('one', 'one-more', 1, array['round'], false)`,
      });
      const count = async () => {
        const { rows } = await tx.query<{ count: string }>({
          text: `select seq_tup_read + idx_tup_fetch as count
            from pg_stat_xact_all_tables where relid = 'public.products'::regclass`,
        });
        return Number(rows[0]?.count);
      };
      const before = await count();
      const { rows } = await tx.query<{ name: string }>({
        text: `select other.name from public.products as asked, public.related_products(asked) as other
          where asked.slug = 'asked'`,
      });
      read = (await count()) - before;
      found = rows.map(({ name }) => name);
      throw undone;
    });
    await expect(looking).rejects.toBe(undone);
    expect(found.slice(0, 2)).toEqual(['three', 'two']);
    expect(found).toHaveLength(3);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(many / 2);
  });

  it('put sold-out products by their tags, where nothing else is left', async () => {
    const undone = new Error('not kept');
    let found: string[] = [];
    const looking = shop.database.transaction(async (tx) => {
      await tx.query({ text: 'update public.products set sold_out = true' });
      const { rows } = await tx.query<{ name: string }>({
        text: `select other.name from public.products as asked, public.related_products(asked) as other
          where asked.slug = 'resin'`,
      });
      found = rows.map(({ name }) => name);
      throw undone;
    });
    await expect(looking).rejects.toBe(undone);
    expect(found).toEqual(['gone', 'two', 'one']);
  });

  it('are empty when there is no other product', async () => {
    await shop.service.from('products').delete().neq('slug', 'resin');
    const { data } = await shop.anonymous().from('products').select('name, related_products(name)');
    expect(data).toEqual([{ name: 'resin', related_products: [] }]);
  });
});
