import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places } from './places.ts';
import { openShop, type Shop } from './shop.ts';

describe.each(places)('search on $name', (place) => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop(place, { seeded: true });
    await shop.service
      .from('blog_posts')
      .insert([{ title: 'A secret draft about meteorites', slug: 'meteorites', content: 'x' }]);
    await shop.service.from('products').insert({
      name: 'Açaí Crème',
      price: 1,
      description: 'From Señor Núñez.',
    });
  });
  afterAll(() => shop.close());

  const search = async (words: string) => {
    const { data, error } = await shop.anonymous().rpc('search_shop', { words });
    expect(error).toBeNull();
    return data ?? [];
  };

  it.each([
    ['saffron', 'Shilajit and Saffron Resin'],
    ['acai creme', 'Açaí Crème'],
    ['açaí', 'Açaí Crème'],
    ['nunez', 'Açaí Crème'],
    ['NÚÑEZ', 'Açaí Crème'],
    ['sáffron', 'Shilajit and Saffron Resin'],
    ['saffrn', 'Shilajit and Saffron Resin'],
    ['Ashwaganda', 'Shilajit and Ashwagandha Drops'],
    ['hony resn', 'Shilajit Honey Resin'],
    ['travel', 'Shilajit Resin Travel Jar'],
    ['trav', 'Shilajit Resin Travel Jar'],
    ['certifcate', 'How to read a certificate of analysis'],
    ['measuring', 'Resin without the mess: measuring and dissolving'],
  ])('finds for %j first %j', async (words, title) => {
    expect((await search(words))[0]?.title).toBe(title);
  });

  it('finds words in any form anywhere in the text, products and posts alike', async () => {
    const kinds = new Set((await search('laboratories')).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['post', 'product']);
  });

  it('returns pages but no drafts', async () => {
    const [first] = await search('saffron');
    expect(first).toMatchObject({
      kind: 'product',
      address: '/product/shilajit-and-saffron-resin',
      price: 58,
      sold_out: false,
    });
    expect(await search('meteorites')).toEqual([]);
  });

  it('returns nothing for an empty search and survives any input', async () => {
    for (const words of ['', '   ', 'qqqqqq', "'; drop table products --", '"', '((', '!&|', '%']) {
      expect(await search(words)).toEqual([]);
    }
    for (const sign of ['!', '-', '- ']) expect(await search(sign.repeat(200))).toEqual([]);
    await search('x'.repeat(5000));
    expect(await search('resin \\')).not.toEqual([]);
  });

  it.each(['resin', '"honey resin"', 'resin or laboratories -saffron', 'hony resn'])(
    'reads no text of a page to find %j',
    async (words) => {
      const undone = new Error('not kept');
      const found: unknown[] = [];
      const looking = shop.database.transaction(async (tx) => {
        await tx.query({
          text: `create or replace function private.page_document(title text, subject text, body text)
            returns tsvector language sql immutable parallel safe cost 20000 set search_path = ''
            as $$ select to_tsvector('simple', repeat(title, 1 / (body = '')::int)) $$`,
        });
        const text = 'select title from public.search_shop($1)';
        found.push(...(await tx.query({ text, values: [words] })).rows);
        throw undone;
      });
      await expect(looking).rejects.toBe(undone);
      expect(found).not.toEqual([]);
    },
  );
});
