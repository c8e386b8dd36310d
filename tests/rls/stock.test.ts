import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heldByOrders } from '#app/features/admin/products/held-stock.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('stock on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let stranger: Client;
  let id: string;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    ({ client: stranger } = await shop.createCustomer());
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    const { data } = await admin
      .from('products')
      .insert({ name: 'Resin', price: 10, stock: 10 })
      .select('id')
      .single()
      .throwOnError();
    id = data?.id ?? '';
  });

  const product = async () => {
    const { data } = await shop
      .anonymous()
      .from('products')
      .select('stock, buyable, sold_out, updated_at')
      .eq('id', id)
      .single()
      .throwOnError();
    return data;
  };
  const movements = async () => {
    const { data } = await admin
      .from('stock_movements')
      .select('change, reason')
      .eq('product_id', id)
      .order('id')
      .throwOnError();
    return data?.map(({ change, reason }) => `${reason} ${change}`);
  };
  const change = (client: Client, reason: string, amount: number | null, request?: string) =>
    client.rpc('change_stock', {
      product_id: id,
      reason,
      amount: amount as number,
      ...(request && { request }),
    });

  it('keeps a movement of every change, whoever writes it', async () => {
    await admin.from('products').update({ stock: 7 }).eq('id', id).throwOnError();
    await admin.from('products').update({ stock: null }).eq('id', id).throwOnError();
    await shop.service.from('products').update({ stock: 4 }).eq('id', id).throwOnError();
    expect(await movements()).toEqual(['counted 10', 'counted -3', 'counted -7', 'counted 4']);
    const { error } = await admin.from('products').update({ stock: -1 }).eq('id', id);
    expect(error?.code).toBe('23514');
  });

  it('tells what on the shelf belongs to orders that have not shipped', async () => {
    const hold = async (status: string, payment_status: string, quantity: number) => {
      const { data } = await shop.service
        .from('orders')
        .insert({
          ...{ name: 'Ann', email: 'ann@mail.example', address: 'x', total_amount: 10 },
          ...{ order_items: [], status, payment_status },
        })
        .select('id')
        .single()
        .throwOnError();
      await shop.database.query({
        text: 'select private.take_stock($1, $2::jsonb)',
        values: [data.id, JSON.stringify([{ product_id: id, quantity }])],
      });
    };
    await hold('pending', 'review', 2);
    await hold('cancelled', 'review', 1);
    await hold('processing', 'disputed', 1);
    await hold('pending', 'pending', 1);
    await hold('shipped', 'disputed', 1);
    await hold('delivered', 'paid', 1);
    await hold('cancelled', 'refunded', 1);
    const { data } = await heldByOrders(admin, id).throwOnError();
    const told = data.map(({ change, order }) => `${order.payment_status} ${change}`);
    expect(told.sort()).toEqual(['disputed -1', 'pending -1', 'review -1', 'review -2']);
  });

  it('adds, corrects and counts for an admin, and once for each request', async () => {
    const request = crypto.randomUUID();
    expect((await change(admin, 'received', 5, request)).data).toBe(15);
    expect((await change(admin, 'received', 5, request)).data).toBe(15);
    expect((await change(admin, 'corrected', -6)).data).toBe(9);
    expect((await change(admin, 'counted', 8)).data).toBe(8);
    expect((await change(admin, 'counted', null)).data).toBeNull();
    expect((await change(admin, 'received', 3)).data).toBe(3);
    expect(await movements()).toEqual([
      'counted 10',
      'received 5',
      'corrected -6',
      'counted -1',
      'counted -8',
      'received 3',
    ]);
    expect((await change(admin, 'corrected', -4)).error?.message).toBe('Only 3 are in stock.');
    expect((await change(admin, 'sold', -1)).error?.code).toBe('22023');
  });

  it('lets nobody else change it, and nobody rewrite what was recorded', async () => {
    for (const client of [shop.anonymous(), stranger, shop.service]) {
      expect((await change(client, 'received', 5)).error).not.toBeNull();
    }
    const rows = admin.from('stock_movements');
    expect(await rows.update({ change: 1 }).eq('product_id', id)).toMatchObject(refused);
    expect(await rows.delete().eq('product_id', id)).toMatchObject(refused);
    expect((await stranger.from('stock_movements').select()).data).toEqual([]);
    expect((await shop.anonymous().from('stock_movements').select()).error?.code).toBe('42501');
  });

  it('cannot be bought with none left, whatever the box says', async () => {
    expect(await product()).toMatchObject({ buyable: true, sold_out: false });
    await change(admin, 'counted', 0);
    expect(await product()).toMatchObject({ stock: 0, buyable: false, sold_out: false });
    await change(admin, 'received', 1);
    await admin.from('products').update({ sold_out: true, buyable: true }).eq('id', id);
    expect(await product()).toMatchObject({ stock: 1, buyable: false, sold_out: true });
  });

  it('dates no product, and makes pages anew only where they say how many are left', async () => {
    const before = await product();
    const heard: string[] = [];
    const stop = await shop.database.listen('content_changed', (table) => heard.push(table));
    const announced = async (stock: number | null) => {
      heard.length = 0;
      await change(admin, 'counted', stock);
      await shop.database.query({ text: `select pg_notify('content_changed', 'the last')` });
      await expect.poll(() => heard).toContain('the last');
      return heard.includes('products');
    };
    expect(await announced(9)).toBe(false);
    expect(await announced(5)).toBe(true);
    expect(await announced(4)).toBe(true);
    expect(await announced(50)).toBe(true);
    expect(await announced(null)).toBe(true);
    await stop();
    expect((await product())?.updated_at).toBe(before?.updated_at);
  });
});
