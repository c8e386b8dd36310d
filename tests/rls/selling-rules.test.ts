import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('the rules of selling on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const order = { name: 'Ann', email: 'ann@mail.example', address: 'A' };
  const created = async (amounts: { total_amount: number; subtotal_amount?: number }) =>
    shop.service
      .from('orders')
      .insert({ ...order, ...amounts })
      .select('id, subtotal_amount, discount_amount, delivery_amount, tax_amount, total_amount')
      .single();

  it('an order with a total alone has no other parts', async () => {
    const { data } = await created({ total_amount: 49.9 });
    expect(data).toMatchObject({
      subtotal_amount: 49.9,
      discount_amount: 0,
      delivery_amount: 0,
      tax_amount: 0,
      total_amount: 49.9,
    });
    const { data: changed } = await shop.service
      .from('orders')
      .update({ total_amount: 60 })
      .eq('id', data?.id ?? '')
      .select('subtotal_amount')
      .single();
    expect(changed).toEqual({ subtotal_amount: 60 });
  });

  it('the parts of an order sum to its total', async () => {
    const parts = { subtotal_amount: 50, discount_amount: 5, delivery_amount: 4, tax_amount: 3 };
    const sums = (total_amount: number, more = {}) =>
      shop.service.from('orders').insert({ ...order, ...parts, total_amount, ...more });
    expect((await sums(52)).error).toBeNull();
    expect((await sums(50, { tax_included_amount: 2 })).error).toBeNull();
    expect((await sums(51)).error?.code).toBe('23514');
    const free = { discount_amount: 51, subtotal_amount: 50, delivery_amount: 0, tax_amount: 0 };
    expect((await sums(-1, free)).error?.code).toBe('23514');
  });

  it('zones and tax rates name countries that exist', async () => {
    const zone = (countries: string[], regions: string[] = []) =>
      admin.from('delivery_zones').insert({ name: 'Zone', countries, regions });
    expect((await zone(['UK'])).error?.code).toBe('23514');
    expect((await zone([])).error?.code).toBe('23514');
    expect((await zone(['US', 'CA', 'US'])).error?.code).toBe('23514');
    expect((await zone(['US'], ['California'])).error?.code).toBe('23514');
    expect((await zone(['US', 'CA'], ['US-CA', 'ON'])).error).toBeNull();
    const tax = (country: string) =>
      admin.from('tax_rates').insert({ country, region: 'NY', percent: 8.875 });
    expect((await tax('UK')).error?.code).toBe('23514');
    expect((await tax('US')).error).toBeNull();
    expect((await tax('US')).error?.code).toBe('23505');
  });

  it('a code is the same in any case, and nobody can list codes', async () => {
    const code = (text: string) =>
      admin.from('discounts').insert({ code: text, kind: 'percent', value: 10 });
    expect((await code(' welcome10 ')).error).toBeNull();
    expect((await code('WELCOME10')).error?.code).toBe('23505');
    expect((await code('ten percent')).error?.code).toBe('23514');
    const { client } = await shop.createCustomer();
    expect((await client.from('discounts').select()).data).toEqual([]);
    expect((await shop.anonymous().from('discounts').select()).error?.code).toBe('42501');
    expect((await admin.from('discounts').select('code')).data).toEqual([{ code: 'WELCOME10' }]);
  });

  it.each([
    ['percent', 101],
    ['percent', 0],
    ['amount', -5],
    ['anything', 5],
  ])('a discount of %s %d is refused', async (kind, value) => {
    const { error } = await admin.from('discounts').insert({ code: 'ODD', kind, value });
    expect(error?.code).toBe('23514');
  });
});
