import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

let directory: TemporaryDirectory;
let shop: ShopProcess;

beforeAll(async () => {
  directory = await migratedDirectory();
  shop = await startShopProcess({ dataDir: directory.path, env: { SEED: 'demo-full' } });
});
afterAll(async () => {
  await shop.stop();
  await directory.remove();
});

it('sells with stock, delivery and a code', async () => {
  const { publishableKey: apikey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const found = await fetch(
    `${shop.origin}/rest/v1/products?select=id,weight_type,stock&stock=eq.24&limit=1`,
    { headers: { apikey } },
  );
  const [product] = (await found.json()) as { id: string; weight_type: string }[];
  const answer = await fetch(`${shop.origin}/functions/v1/quote`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [{ id: product?.id, weight: product?.weight_type, quantity: 1 }],
      discountCode: 'welcome10',
    }),
  });
  const quote = (await answer.json()) as { rates: { name: string }[]; [part: string]: unknown };
  expect(quote.rates.map(({ name }) => name)).toEqual(['Standard', 'Express']);
  expect(quote).toMatchObject({ needsDestination: false, countries: ['US'], problems: [] });
  expect(quote.discount).toBeGreaterThan(0);
});
