import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countryCodes } from '#domain/countries.ts';
import type { Json } from '#supabase/database.gen.ts';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('countries shipped to on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const save = (client: Client, value: NonNullable<Json>) =>
    client.from('site_settings').upsert({ key: 'ships_to', value }).select('value');

  it('match the countries known to the shop', async () => {
    const all = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((first, _, letters) =>
      letters.map((second) => first + second),
    );
    const { rows } = await shop.database.query<{ code: string }>({
      text: 'select code from jsonb_array_elements_text($1::jsonb) as code where private.is_country(code)',
      values: [JSON.stringify(all)],
    });
    expect(rows.map(({ code }) => code).sort()).toEqual([...countryCodes].sort());
  });

  it('are rejected when one of them is not a country', async () => {
    expect((await save(admin, ['US', 'GB'])).data).toEqual([{ value: ['US', 'GB'] }]);
    for (const value of [['US', 'UK'], ['us'], [], 'US', { US: true }, [['US']]]) {
      for (const client of [admin, shop.service]) {
        expect((await save(client, value)).error?.code).toBe('23514');
      }
    }
    const { data } = await admin.from('site_settings').select('value').eq('key', 'ships_to');
    expect(data).toEqual([{ value: ['US', 'GB'] }]);
  });
});
