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
  shop = await startShopProcess({ dataDir: directory.path, env: { SEED: 'none' } });
});
afterAll(async () => {
  await shop.stop();
  await directory.remove();
});

it.each([
  ['/', 'No products available at the moment.'],
  ['/products', 'No Liv Fit products available at the moment.'],
  ['/blog', 'No blog posts available yet...'],
])('%s says that there is nothing yet', async (path, text) => {
  const answer = await fetch(shop.origin + path);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(text);
});

it('shows no section of the home page that would be empty', async () => {
  const html = await (await fetch(shop.origin)).text();
  for (const heading of ['What people', 'Latest', 'The people'])
    expect(html).not.toContain(heading);
});
