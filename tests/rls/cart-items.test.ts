import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CartLine } from '#domain/cart.ts';
import { toStoredLine } from '#domain/line.ts';
import { mergeCarts } from '#domain/merge-cart.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('carts on $name', (testDatabase) => {
  let shop: Shop;
  let customer: Client;
  let customerId: string;
  let stranger: Client;
  let strangerId: string;
  let admin: Client;
  let resin: string;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    ({ client: customer, id: customerId } = await shop.createCustomer());
    ({ client: stranger, id: strangerId } = await shop.createCustomer());
    admin = await shop.createAdmin();
    const { data } = await shop.service
      .from('products')
      .insert({ name: 'Resin', price: 39.9, weight_type: '30g' })
      .select('id')
      .single();
    resin = data?.id ?? '';
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.service.from('cart_items').delete().neq('product_name', '');
  });

  const line = (changes: object = {}) => ({
    product_id: resin,
    product_name: 'Resin',
    weight: '30g',
    price: 39.9,
    quantity: 1,
    ...changes,
  });

  it('accept the required calls: delete own rows, insert a list', async () => {
    const mine = line({ user_id: customerId });
    expect((await customer.from('cart_items').insert([mine])).error).toBeNull();
    expect((await customer.from('cart_items').delete().eq('user_id', customerId)).error).toBeNull();
    const other = { ...mine, product_id: crypto.randomUUID(), quantity: 3 };
    expect((await customer.from('cart_items').insert([mine, other])).error).toBeNull();
    expect((await customer.from('cart_items').select('*')).data).toHaveLength(2);
  });

  it('are visible to their customer only', async () => {
    await customer.from('cart_items').insert(line());
    for (const other of [stranger, admin]) {
      expect((await other.from('cart_items').select('*')).data).toEqual([]);
      const changed = await other.from('cart_items').update({ quantity: 9 }).gt('quantity', 0);
      expect(changed.error).toBeNull();
      expect((await other.from('cart_items').delete().gt('quantity', 0).select()).data).toEqual([]);
      const planted = await other.from('cart_items').insert(line({ user_id: customerId }));
      expect(planted).toEqual(refused);
    }
    const given = await customer
      .from('cart_items')
      .update({ user_id: strangerId })
      .eq('user_id', customerId);
    expect(given).toEqual(refused);
    expect((await customer.from('cart_items').select('quantity')).data).toEqual([{ quantity: 1 }]);
  });

  it('are closed to visitors', async () => {
    expect(await shop.anonymous().from('cart_items').select('*')).toEqual(refused);
    expect(await shop.anonymous().from('cart_items').insert(line())).toEqual(refused);
    expect(await shop.anonymous().rpc('replace_cart', { items: [] })).toEqual(refused);
  });

  it('take name and price from the catalog', async () => {
    const { data } = await customer
      .from('cart_items')
      .insert(line({ price: 0.01, product_name: 'Cheap' }))
      .select('product_name, price');
    expect(data).toEqual([{ product_name: 'Resin', price: 39.9 }]);
    await customer.from('cart_items').update({ price: 0.01 }).eq('product_id', resin);
    expect((await customer.from('cart_items').select('price')).data).toEqual([{ price: 39.9 }]);
  });

  it.each([0, -1, 100, 1e9])('refuse a quantity of %d', async (quantity) => {
    const { error } = await customer.from('cart_items').insert(line({ quantity }));
    expect(error?.code).toBe('23514');
  });

  describe('hold at most 200 lines', () => {
    const lines = (count: number, changes: object = {}) =>
      Array.from({ length: count }, () => line({ product_id: crypto.randomUUID(), ...changes }));
    const tooMany = { code: '22023', message: 'a cart holds at most 200 lines' };
    const countOf = async (client: Client) =>
      (await client.from('cart_items').select('*', { count: 'exact', head: true })).count;

    it('inserted one by one or at once', async () => {
      const beyond = await customer.from('cart_items').insert(lines(201));
      expect(beyond.status).toBe(400);
      expect(beyond.error).toMatchObject(tooMany);
      expect(await countOf(customer)).toBe(0);
      expect((await customer.from('cart_items').insert(lines(199))).error).toBeNull();
      expect((await customer.from('cart_items').insert(line())).error).toBeNull();
      for (const more of [line({ weight: '60g' }), ...lines(1)]) {
        expect((await customer.from('cart_items').insert(more)).error).toMatchObject(tooMany);
      }
      expect(await countOf(customer)).toBe(200);
      expect((await stranger.from('cart_items').insert(line())).error).toBeNull();
    });

    it('by several calls at once', async () => {
      const calls = Array.from({ length: 8 }, () => customer.from('cart_items').insert(lines(60)));
      const refusals = (await Promise.all(calls)).filter(({ error }) => error);
      expect(refusals).toHaveLength(5);
      for (const { error } of refusals) expect(error).toMatchObject(tooMany);
      expect(await countOf(customer)).toBe(180);
    });

    it('by upserts, which still change the lines of a full cart', async () => {
      await customer.from('cart_items').insert([...lines(199), line()]);
      const upsert = (added: object[]) =>
        customer
          .from('cart_items')
          .upsert(added as never, { onConflict: 'user_id,product_id,weight' });
      expect((await upsert([line({ quantity: 7 })])).error).toBeNull();
      expect((await upsert([line({ quantity: 8 }), ...lines(1)])).error).toMatchObject(tooMany);
      const stored = await customer.from('cart_items').select('quantity').eq('product_id', resin);
      expect(stored.data).toEqual([{ quantity: 7 }]);
      const given = await customer
        .from('cart_items')
        .update({ user_id: strangerId })
        .eq('product_id', resin);
      expect(given).toEqual(refused);
    });

    it('by saves that join with what another device saved', async () => {
      await customer.from('cart_items').insert(lines(150));
      const joined = await customer.rpc('replace_cart', { items: lines(100), base: [] });
      expect(joined.error).toMatchObject(tooMany);
      expect(await countOf(customer)).toBe(150);
      expect((await customer.rpc('replace_cart', { items: lines(50), base: [] })).error).toBeNull();
      expect(await countOf(customer)).toBe(200);
      expect((await customer.rpc('replace_cart', { items: lines(200) })).error).toBeNull();
      expect(await countOf(customer)).toBe(200);
    });

    it('without telling how full the cart of somebody else is', async () => {
      await customer.from('cart_items').insert(lines(200));
      const planted = await stranger.from('cart_items').insert(line({ user_id: customerId }));
      expect(planted).toEqual(refused);
    });

    it('but what is there beyond can be read, changed, deleted and replaced', async () => {
      await shop.database.transaction(async (tx) => {
        await tx.query({ text: 'set local session_replication_role = replica' });
        await tx.query({
          text: `insert into public.cart_items (user_id, product_id, product_name, price, quantity)
            select $1::uuid, gen_random_uuid(), 'Resin of old', 1, 1 from generate_series(1, 300)`,
          values: [customerId],
        });
      });
      expect(await countOf(customer)).toBe(300);
      const changed = await customer.from('cart_items').update({ quantity: 2 }).gt('quantity', 0);
      expect(changed.error).toBeNull();
      expect((await customer.from('cart_items').insert(line())).error).toMatchObject(tooMany);
      expect((await customer.rpc('replace_cart', { items: [line()] })).error).toBeNull();
      expect(await countOf(customer)).toBe(1);
      expect((await customer.from('cart_items').delete().gt('quantity', 0)).error).toBeNull();
      expect(await countOf(customer)).toBe(0);
    });
  });

  describe('are replaced as a whole', () => {
    it('stores the sent lines at the catalog price', async () => {
      await customer.from('cart_items').insert(line({ product_id: crypto.randomUUID() }));
      await stranger.from('cart_items').insert(line());
      const { data, error } = await customer.rpc('replace_cart', {
        items: [line({ quantity: 2, price: 1 })],
      });
      expect(error).toBeNull();
      expect(data).toEqual([
        expect.objectContaining({
          product_id: resin,
          quantity: 2,
          price: 39.9,
          user_id: customerId,
        }),
      ]);
      expect((await customer.from('cart_items').select('*')).data).toHaveLength(1);
      expect((await stranger.from('cart_items').select('*')).data).toHaveLength(1);
    });

    it.each([
      ['a bad line', [{ quantity: 0 }]],
      ['two of the same line', [{}, {}]],
      ['text', 'all of it'],
      ['nothing', null],
    ])('or not at all: %s', async (_what, lines) => {
      await customer.from('cart_items').insert(line());
      const items = Array.isArray(lines) ? lines.map((each) => line(each)) : lines;
      const { error } = await customer.rpc('replace_cart', { items });
      expect(error).not.toBeNull();
      expect((await customer.from('cart_items').select('quantity')).data).toEqual([
        { quantity: 1 },
      ]);
    });

    it('merges with other saves by the rule of mergeCarts', async () => {
      const ids = ['a', 'b'].map((end) => `00000000-0000-4000-8000-00000000000${end}`);
      const states = [null, 1, 2, 3];
      const cartOf = (quantities: (number | null)[], priceCents: number): CartLine[] =>
        quantities.flatMap((quantity, index) =>
          quantity === null
            ? []
            : [
                {
                  id: ids[index] ?? '',
                  name: 'N',
                  weight: '30g',
                  priceCents,
                  quantity,
                  imageUrl: '',
                },
              ],
        );
      const items = (lines: CartLine[]) =>
        lines.map(toStoredLine).map(({ id, name, weight, price, quantity }) => ({
          product_id: id,
          product_name: name,
          weight,
          price,
          quantity,
        }));
      for (const base of states) {
        for (const mine of states) {
          for (const theirs of states) {
            const carts = [
              cartOf([base, 1], 4000),
              cartOf([mine, null], 4100),
              cartOf([theirs, 2], 4000),
            ] as const;
            await customer.rpc('replace_cart', { items: items(carts[2]) });
            const { data, error } = await customer.rpc('replace_cart', {
              items: items(carts[1]),
              base: items(carts[0]),
            });
            expect(error).toBeNull();
            const kept = data?.map(({ product_id, quantity, seen_price }) => [
              product_id,
              quantity,
              seen_price,
            ]);
            expect(kept).toEqual(
              mergeCarts(...carts).map(({ id, quantity, priceCents }) => [
                id,
                quantity,
                priceCents / 100,
              ]),
            );
          }
        }
      }
    });

    it('remembers the name and price that the customer saw', async () => {
      const seen = line({ product_name: 'Resin of old', price: 35 });
      const { data } = await customer.rpc('replace_cart', { items: [seen] });
      expect(data).toEqual([
        expect.objectContaining({
          product_name: 'Resin',
          price: 39.9,
          seen_name: 'Resin of old',
          seen_price: 35,
        }),
      ]);
      await customer.from('cart_items').update({ quantity: 3 }).eq('product_id', resin);
      const { data: later } = await customer.from('cart_items').select('seen_price, quantity');
      expect(later).toEqual([{ seen_price: 35, quantity: 3 }]);
    });

    it('limits the number of lines', async () => {
      const items = Array.from({ length: 201 }, () => line({ product_id: crypto.randomUUID() }));
      expect((await customer.rpc('replace_cart', { items })).error?.code).toBe('22023');
    });

    it('serializes concurrent replacements', async () => {
      const quantities = Array.from({ length: 12 }, (_, index) => index + 1);
      const answers = await Promise.all(
        quantities.map((quantity) => customer.rpc('replace_cart', { items: [line({ quantity })] })),
      );
      expect(answers.map(({ error }) => error).filter(Boolean)).toEqual([]);
      expect((await customer.from('cart_items').select('*')).data).toHaveLength(1);
    });
  });
});
