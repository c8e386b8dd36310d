import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { appContext } from '#app/lib/app-context.ts';
import { siteDefaults } from '#domain/settings.ts';
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
    site: siteDefaults,
    paymentMethods: [],
    sandbox: true,
    address: '198.51.100.1',
    report: () => {},
  });
  expect(await readProducts(context, 3)).toEqual({ entries: [], total: 0 });
  expect(asked.map(({ searchParams }) => searchParams.get('select'))).toEqual([
    'id,name,slug,price,weight_type,buyable,image_url,image_alts',
  ]);
  expect(asked[0]?.search).toMatch(/&offset=48&limit=24$/);
});
