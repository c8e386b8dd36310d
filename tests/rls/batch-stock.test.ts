import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('stock by batch on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  it('counts what was packed of released batches, the oldest best-before first', async () => {
    const { data: product } = await admin
      .from('products')
      .select('id')
      .limit(1)
      .single()
      .throwOnError();
    const product_id = product?.id ?? '';
    await admin
      .from('product_requirements')
      .upsert({ product_id, analytes: ['lead'] })
      .throwOnError();
    const batches = [
      { code: 'STOCK-NEW', best_before: '2099-06-01', units_made: null },
      { code: 'STOCK-OLD', best_before: '2099-01-01', units_made: 5 },
      { code: 'STOCK-DRAFT', best_before: '2098-01-01', units_made: 5 },
    ].map((batch) => ({ id: crypto.randomUUID() as string, product_id, ...batch }));
    await admin.from('batches').insert(batches).throwOnError();
    for (const { id, code } of batches.slice(0, 2)) {
      await admin
        .from('batch_results')
        .insert({ batch_id: id, analyte: 'lead', value: 1, limit_value: 2 })
        .throwOnError();
      await admin
        .from('batch_documents')
        .insert({ batch_id: id, path: `${code}.pdf`, sha256: 'a'.repeat(64) })
        .throwOnError();
      await admin.from('batches').update({ status: 'released' }).eq('id', id).throwOnError();
    }
    const { data: order } = await shop.service
      .from('orders')
      .insert({ name: 'Ann', email: 'ann@mail.example', address: 'A', total_amount: 10 })
      .select('id')
      .single()
      .throwOnError();
    await admin
      .from('order_line_batches')
      .insert(
        [0, 1].map((line) => ({
          ...{ order_id: order?.id ?? '', line, batch_id: batches[1]?.id ?? '' },
          quantity: line + 1,
        })),
      )
      .throwOnError();
    const { data } = await admin.rpc('admin_batch_stock').throwOnError();
    expect(
      data
        ?.filter(({ code }) => code.startsWith('STOCK-'))
        .map(({ code, units_made, packed }) => [code, units_made, packed]),
    ).toEqual([
      ['STOCK-OLD', 5, 3],
      ['STOCK-NEW', null, 0],
    ]);
  });
});
