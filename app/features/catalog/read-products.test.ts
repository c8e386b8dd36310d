import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { appContext } from '#app/lib/app-context.ts';
import type { ProductChoice } from '#domain/product-sort.ts';
import { noOwnersRules } from '#domain/selling-facts.ts';
import { type SiteFacts, siteDefaults } from '#domain/settings.ts';
import { siteTexts } from '#domain/texts/site-texts.ts';
import { readProducts } from './read-products.ts';

it('reads no long texts, and a page at a time, for a list of cards', async () => {
  const asked: URL[] = [];
  const context = new RouterContextProvider();
  context.set(appContext, {
    fetch: async (input) => {
      asked.push(new URL(new Request(input).url));
      return Response.json([]);
    },
    origin: 'http://shop.example',
    publishableKey: 'sb_publishable_a',
    site: { ...siteDefaults, texts: siteTexts([]) },
    selling: noOwnersRules,
    paymentMethods: [],
    sandbox: true,
    address: '198.51.100.1',
    report: () => {},
  });
  expect(await readProducts(context, 3)).toEqual({ entries: [], total: 0 });
  expect(asked.map(({ searchParams }) => searchParams.get('select'))).toEqual([
    'id,name,slug,price,compare_at_price,weight_type,buyable,image_url,image_urls,image_alts,image_focus',
  ]);
  expect(asked[0]?.search).toMatch(/&offset=48&limit=24$/);
});

/** Returns the query for the rows, with its sort order. */
async function askedOf(
  choice: Partial<ProductChoice>,
  productOrder: SiteFacts['productOrder'] = null,
): Promise<URLSearchParams> {
  let asked = new URLSearchParams();
  const context = new RouterContextProvider();
  context.set(appContext, {
    fetch: async (input) => {
      asked = new URL(new Request(input).url).searchParams;
      return Response.json([]);
    },
    origin: 'http://shop.example',
    publishableKey: 'sb_publishable_a',
    site: { ...siteDefaults, texts: siteTexts([]), productOrder },
    selling: noOwnersRules,
    paymentMethods: [],
    sandbox: true,
    address: '198.51.100.1',
    report: () => {},
  });
  await readProducts(context, 1, choice);
  return asked;
}

it.each([
  [null, {}, 'name.asc,id.asc'],
  [null, { sort: 'price' }, 'price.asc,name.asc,id.asc'],
  [null, { sort: 'price-desc' }, 'price.desc,name.asc,id.asc'],
  [null, { sort: 'newest' }, 'created_at.desc,id.asc'],
  ['name', {}, 'buyable.desc,name.asc,id.asc'],
  ['price', {}, 'buyable.desc,price.asc,name.asc,id.asc'],
  ['price', { sort: 'newest' }, 'buyable.desc,created_at.desc,id.asc'],
] as const)(
  'where the owner chose %s and a visitor %o, orders by %s',
  async (owner, choice, order) => {
    expect((await askedOf(choice, owner)).get('order')).toBe(order);
  },
);

it('asks for one tag, whatever characters it has', async () => {
  expect((await askedOf({ tag: 'salt, "wild" \\ {raw}' })).get('tags')).toBe(
    'cs.{"salt, \\"wild\\" \\\\ {raw}"}',
  );
});
