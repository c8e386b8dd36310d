import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places } from './places.ts';
import { openShop, type Shop } from './shop.ts';

describe.each(places)('related products on $name', (place) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(place);
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

  it('are empty when there is no other product', async () => {
    await shop.service.from('products').delete().neq('slug', 'resin');
    const { data } = await shop.anonymous().from('products').select('name, related_products(name)');
    expect(data).toEqual([{ name: 'resin', related_products: [] }]);
  });
});
