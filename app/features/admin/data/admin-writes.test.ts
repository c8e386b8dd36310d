import type { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#supabase/database.gen.ts';
import { type Client, openShop, type Shop } from '#tests/rls/shop.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { saveStatusIfUnchanged } from '../orders/save-status-if-unchanged.ts';
import { storeCodes } from '../validity/store-codes.ts';
import { AdminFailure } from './admin-failure.ts';
import { insertRow } from './insert-row.ts';
import { hasValues, saveUnchanged } from './save-unchanged.ts';
import type { AdminCalls } from './use-admin-calls.ts';

describe.each(testDatabases)('what the admin area writes on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let calls: AdminCalls;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    calls = {
      async run(call) {
        const tables = admin as unknown as PostgrestClient<Database>;
        const { data, error, status } = await call(tables);
        if (error) throw new AdminFailure(error.message, error.code ?? null, status);
        return data as NonNullable<typeof data>;
      },
    } as AdminCalls;
  });
  afterAll(() => shop.close());

  it('creates a row once, however often it is sent, with what was sent last', async () => {
    const id = crypto.randomUUID();
    const product = { id, name: 'Resin', price: 10, slug: 'resin' };
    await insertRow(calls, 'products', product);
    await insertRow(calls, 'products', product);
    expect(await insertRow(calls, 'products', { ...product, price: 11 })).toMatchObject({
      outcome: 'saved',
      row: { price: 11 },
    });
    const { data } = await shop.service.from('products').select('id, price');
    expect(data).toEqual([{ id, price: 11 }]);
  });

  it('overwrites nothing that was saved since the first answer was lost', async () => {
    const id = crypto.randomUUID();
    const product = { id, name: 'Salve', price: 10, slug: 'salve' };
    await insertRow(calls, 'products', product);
    await shop.service.from('products').update({ price: 12 }).eq('id', id);
    expect(await insertRow(calls, 'products', product)).toMatchObject({
      outcome: 'conflict',
      theirs: { price: 12 },
    });
    await shop.service.from('products').delete().eq('id', id);
  });

  it('recognizes what it has sent, however the database writes it', async () => {
    const id = crypto.randomUUID();
    const discount = {
      ...{ id, code: 'OWN10', kind: 'percent', value: 10.5 },
      ...{ starts_at: '2026-11-24T10:00:00.000Z', ends_at: null },
    };
    const [row] = await calls.run((tables) =>
      tables
        .from('discounts')
        .insert(discount as never)
        .select(),
    );
    expect(hasValues(row ?? {}, discount)).toBe(true);
    expect(hasValues(row ?? {}, { ...discount, value: 10 })).toBe(false);
    expect(hasValues(row ?? {}, { ...discount, starts_at: '2026-11-24T10:00:01.000Z' })).toBe(
      false,
    );
    expect(hasValues({ faq: { b: 1, aa: [2] } }, { faq: { aa: [2], b: 1 } })).toBe(true);
    expect(hasValues({ faq: null }, { faq: 'null' })).toBe(false);
  });

  it("never takes another product's address for its own", async () => {
    const other = { id: crypto.randomUUID(), name: 'Resin', price: 10, slug: 'resin' };
    await expect(insertRow(calls, 'products', other)).rejects.toMatchObject({ code: '23505' });
  });

  it('adds codes once, and knows its own again', async () => {
    const codes = ['A1', 'A2'].map((code) => ({
      id: crypto.randomUUID(),
      code,
      product_name: 'Resin',
    }));
    const foreign = { id: crypto.randomUUID(), code: 'A1', product_name: 'Resin' };
    expect((await storeCodes(calls, codes)).stored).toEqual(new Set(['A1', 'A2']));
    expect((await storeCodes(calls, codes)).stored).toEqual(new Set(['A1', 'A2']));
    expect((await storeCodes(calls, [foreign])).stored).toEqual(new Set());
    const { data } = await shop.service.from('validity_codes').select('id');
    expect(data).toHaveLength(2);
  });

  it.each([
    ['products', { name: 'Oil', price: 10 }, { name: 'Mine' }, { name: 'Theirs' }],
    [
      'blog_posts',
      { title: 'Oil', slug: 'oil', content: '<p>x</p>' },
      { title: 'Mine' },
      { title: 'Theirs' },
    ],
    ['testimonials', { name: 'Maya', content: 'x' }, { name: 'Mine' }, { name: 'Theirs' }],
    ['partners', { name: 'Farm' }, { name: 'Mine' }, { name: 'Theirs' }],
  ] as const)(
    'saves a row of %s only as it was loaded, and shows what somebody else saved meanwhile',
    async (table, row, mine, theirs) => {
      const rows = shop.service.from(table as 'products');
      const id = crypto.randomUUID();
      const { data: loaded } = await rows
        .insert({ id, ...row } as never)
        .select()
        .single()
        .throwOnError();
      await rows
        .update(theirs as never)
        .eq('id', id)
        .throwOnError();
      const late = await saveUnchanged(calls, table, loaded, mine as never);
      expect(late).toMatchObject({ outcome: 'conflict', theirs });

      const seen = late.outcome === 'conflict' && late.theirs ? late.theirs : loaded;
      expect(await saveUnchanged(calls, table, seen, mine as never)).toMatchObject({
        outcome: 'saved',
        row: mine,
      });
      await rows.delete().eq('id', id).throwOnError();
      expect(await saveUnchanged(calls, table, seen, theirs as never)).toEqual({
        outcome: 'conflict',
        theirs: null,
      });
    },
  );

  it('sets the status of an order only as it was shown', async () => {
    const { data: orders } = await shop.service
      .from('orders')
      .insert(
        ['Maya', 'Ben'].map((name) => ({
          name,
          email: 'maya@mail.example',
          address: 'x',
          total_amount: 10,
          order_items: [],
          payment_status: 'paid',
        })),
      )
      .select()
      .throwOnError();
    const [maya, ben] = orders ?? [];
    if (!maya || !ben) throw new Error('There are no orders.');
    await shop.service
      .from('orders')
      .update({ payment_status: 'refunded' })
      .eq('id', ben.id)
      .throwOnError();
    expect(await saveStatusIfUnchanged(calls, [maya, ben], 'shipped')).toEqual([{ id: maya.id }]);
    expect(await saveStatusIfUnchanged(calls, [maya], 'delivered')).toEqual([]);
    const { data } = await shop.service.from('orders').select('name, status').order('name');
    expect(data).toEqual([
      { name: 'Ben', status: 'pending' },
      { name: 'Maya', status: 'shipped' },
    ]);
  });
});
