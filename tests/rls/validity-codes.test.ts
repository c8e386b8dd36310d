import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLeaks, sneakyKeys, wideFilters } from './leaks.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const code = 'SH2041';

describe.each(testDatabases)('validity codes on $name', (testDatabase) => {
  let shop: Shop;
  let stranger: Client;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    ({ client: stranger } = await shop.createCustomer());
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const look = (client: Client, wanted: string) =>
    client.from('validity_codes').select('code').eq('code', wanted).maybeSingle();

  it('are returned to anyone who sends the exact code, signed in or not', async () => {
    expect((await look(shop.anonymous(code), code)).data).toEqual({ code });
    expect((await look(shop.signedInWith(stranger, code), code)).data).toEqual({ code });
  });

  it('answer a wrong code with no rows', async () => {
    const wrong = await look(shop.anonymous('SH9999'), 'SH9999');
    const withoutKey = await look(shop.anonymous(), code);
    const otherCase = await look(shop.anonymous('sh2041'), 'sh2041');
    const empty = await look(shop.anonymous(' - '), code);
    for (const answer of [wrong, withoutKey, otherCase, empty]) {
      expect(answer).toMatchObject({ data: null, error: null, status: wrong.status });
    }
  });

  it.each(['SH2041', 'sh2041', 'Sh 20-41', ' sh-2041- '])(
    'open to %j as they are printed, and name their product',
    async (key) => {
      const { data } = await shop
        .anonymous(key)
        .from('validity_codes')
        .select('code, product_name')
        .limit(2);
      expect(data).toEqual([{ code, product_name: 'Pure Himalayan Shilajit Resin' }]);
    },
  );

  it.each(['LIV-0426', 'liv-0426', 'LIV0426', 'liv0426', 'Liv 04 26'])(
    'open to %j where they were added with a hyphen, or in lowercase',
    async (key) => {
      const opened = async () => {
        const { data } = await shop.anonymous(key).from('validity_codes').select('code');
        return data?.map((row) => row.code);
      };
      for (const added of ['LIV-0426', 'liv-0426', 'liv0426', 'LIV 0426']) {
        await admin.from('validity_codes').insert({ code: added }).throwOnError();
        expect(await opened(), added).toEqual([added]);
        await admin.from('validity_codes').delete().eq('code', added).throwOnError();
      }
      const others = ['Liv_0426', 'LIV-04260', 'LIV-042'];
      await admin
        .from('validity_codes')
        .insert(others.map((code) => ({ code })))
        .throwOnError();
      expect(await opened()).toEqual([]);
      await admin.from('validity_codes').delete().in('code', others).throwOnError();
    },
  );

  it('open one at a time: the one written like the key, else the oldest', async () => {
    const others = ['sh2041', 'Sh2041', 'sh-2041', 'SH-2041', 'sh 2041', 'SH2041-', 'sH2041'];
    await admin
      .from('validity_codes')
      .insert(others.map((each) => ({ code: each })))
      .throwOnError();
    const opened = async (key: string) => {
      const { data } = await shop.anonymous(key).from('validity_codes').select('code');
      return data?.map((row) => row.code);
    };
    expect(await opened('sh-2041')).toEqual(['sh-2041']);
    expect(await opened('Sh-2041')).toEqual(['SH2041']);
    expect(await opened('SH2041')).toEqual(['SH2041']);
    expect(await opened('sh2041, sh-2041')).toEqual([]);
    await admin.from('validity_codes').delete().in('code', others).throwOnError();
  });

  it('cannot be listed, counted or guessed by pattern', async () => {
    // The same letters in another case are the same code.
    const wrong = sneakyKeys(code).filter((key) => key.toUpperCase() !== code);
    for (const key of [undefined, ...wrong]) {
      expect(await countLeaks(shop.anonymous(key), 'validity_codes', 'code', code)).toBe(0);
      expect(
        await countLeaks(shop.signedInWith(stranger, key), 'validity_codes', 'code', code),
      ).toBe(0);
    }
  });

  it('reveal no other code to someone who knows one', async () => {
    for (const filter of wideFilters('code', 'SH2042')) {
      const { data } = await filter(shop.anonymous(code).from('validity_codes').select('code'));
      expect((JSON.stringify(data) ?? '').replaceAll(code, '')).not.toMatch(/SH\d{4}/);
    }
  });

  it('keep everything but code and product from visitors', async () => {
    const all = await shop.anonymous(code).from('validity_codes').select('*');
    expect(all).toEqual(refused);
    const filtered = await shop
      .anonymous(code)
      .from('validity_codes')
      .select('code')
      .gt('created_at', '2000-01-01');
    expect(filtered).toEqual(refused);
    const products = await shop.anonymous().from('validity_codes').select('product_name');
    expect(products).toMatchObject({ data: [], error: null });
    expect(await shop.anonymous(code).from('product_validity_view').select('*')).toEqual(refused);
    const view = await stranger.from('product_validity_view').select('*', { count: 'exact' });
    expect(view).toMatchObject({ data: [], count: 0 });
  });

  it('are written by admins only, and a refusal does not reveal what exists', async () => {
    for (const client of [shop.anonymous(), shop.anonymous(code), stranger]) {
      const table = client.from('validity_codes');
      const existing = await table.insert({ code });
      expect(existing).toEqual(refused);
      expect(await table.insert({ code: 'SH9998' })).toEqual({ ...existing });
      expect(await table.upsert({ code }, { onConflict: 'code', ignoreDuplicates: true })).toEqual(
        refused,
      );
    }
    const changed = await shop
      .signedInWith(stranger, code)
      .from('validity_codes')
      .update({ code: 'SH0000' })
      .eq('code', code)
      .select();
    expect(changed.data).toEqual([]);
    const deleted = await shop
      .signedInWith(stranger, code)
      .from('validity_codes')
      .delete()
      .eq('code', code)
      .select();
    expect(deleted.data).toEqual([]);
    expect((await look(shop.anonymous(code), code)).data).toEqual({ code });
  });

  it('are added, listed newest first and deleted by the admin', async () => {
    const added = await admin
      .from('validity_codes')
      .insert({ code: 'SH7777', product_name: 'Default Product' })
      .select();
    expect(added.error).toBeNull();
    const { data } = await admin
      .from('product_validity_view')
      .select('*')
      .order('created_at', { ascending: false });
    expect(data?.[0]).toMatchObject({ code: 'SH7777', product_name: 'Default Product' });
    expect(data).toHaveLength(41);
    const again = await admin.from('validity_codes').insert({ code: 'SH7777' });
    expect(again.error?.code).toBe('23505');
    const deleted = await admin.from('validity_codes').delete().eq('code', 'SH7777').select();
    expect(deleted.data).toHaveLength(1);
  });

  it.each(['', ' SH1234', 'SH\u00e91', 'SH\n1', 'x'.repeat(65)])(
    'refuse %j as a code',
    async (bad) => {
      const { error } = await admin.from('validity_codes').insert({ code: bad });
      expect(error?.code).toBe('23514');
    },
  );
});
