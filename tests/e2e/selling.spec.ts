import { createClient } from '@supabase/supabase-js';
import type { Database } from '#supabase/database.gen.ts';
import { expect, secretKey, test } from './shop-test.ts';
import { findFaults, readStructuredData } from './structured-data.ts';

const tables = (origin: string) => createClient<Database>(origin, secretKey);
const slug = 'pure-himalayan-shilajit-resin';
const product = `/product/${slug}`;

/** A zone with two rates, tax of New York, and a code. */
test.beforeAll(async ({ shop }) => {
  const db = tables(shop.origin);
  const { data: zone } = await db
    .from('delivery_zones')
    .insert({ name: 'Home', countries: ['US'] })
    .select('id')
    .single()
    .throwOnError();
  await db
    .from('delivery_rates')
    .insert([
      {
        zone_id: zone.id,
        name: 'Standard',
        price: 4.9,
        free_from: 50,
        days_from: 3,
        days_to: 5,
        position: 0,
      },
      { zone_id: zone.id, name: 'Express', price: 12, days_from: 1, days_to: 1, position: 1 },
    ])
    .throwOnError();
  await db.from('tax_rates').insert({ country: 'US', region: 'NY', percent: 8 }).throwOnError();
  await db
    .from('discounts')
    .insert({ code: 'WELCOME10', kind: 'percent', value: 10 })
    .throwOnError();
  await db.from('products').update({ compare_at_price: 49 }).eq('slug', slug).throwOnError();
});

test.afterAll(async ({ shop }) => {
  const db = tables(shop.origin);
  await db.from('delivery_zones').delete().eq('name', 'Home').throwOnError();
  await db.from('tax_rates').delete().eq('country', 'US').throwOnError();
  await db.from('discounts').delete().eq('code', 'WELCOME10').throwOnError();
  await db.from('products').update({ compare_at_price: null }).eq('slug', slug).throwOnError();
});

test('pages claim what the rates say, and tell search engines', async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text();
  // The page cache is emptied by word of the database.
  await expect
    .poll(() => read('/shipping-and-returns'))
    .toContain('Standard $4.90, free on orders');
  const html = await read(product);
  expect(html).toContain('Free shipping on orders over $50');
  const found = readStructuredData(html).find((thing) => thing['@type'] === 'Product');
  expect(findFaults(found ?? {})).toEqual([]);
  expect(found?.offers).toMatchObject({
    price: '39.90',
    priceSpecification: { price: '49.00' },
    shippingDetails: [{ shippingRate: { value: '4.90' } }],
    hasMerchantReturnPolicy: { applicableCountry: ['US'], merchantReturnDays: 30 },
  });
});
