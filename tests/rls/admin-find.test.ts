import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const idOf = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000001`;

describe.each(testDatabases)('the command palette on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    const order = {
      name: 'Maya Stone',
      email: 'maya@mail.example',
      address: 'x',
      total_amount: 1,
      payment_status: 'paid',
      paid_at: '2026-11-02T12:00:00Z' as string | null,
      created_at: '2026-11-02T12:00:00Z',
    };
    const unpaid = { ...order, payment_status: 'expired', paid_at: null };
    await shop.service
      .from('orders')
      .insert([
        { ...order, id: idOf('a') },
        {
          ...order,
          id: idOf('b'),
          email: 'Maya@mail.example',
          name: 'Maya S.',
          created_at: '2026-11-03T12:00Z',
        },
        {
          ...unpaid,
          id: idOf('c'),
          name: 'Mayara',
          email: 'mayara@mail.example',
          created_at: '2026-11-01T12:00Z',
        },
      ])
      .throwOnError();
    await shop.service
      .from('products')
      .insert([
        { name: 'Maya Blend', price: 10 },
        { name: '100% Raw', price: 11 },
      ])
      .throwOnError();
  });
  afterAll(() => shop.close());

  interface Found {
    orders: { name: string }[];
    customers: { name: string; email: string; orders: number }[];
    products: { name: string }[];
  }
  async function find(words: string, most?: number) {
    const asked = most === undefined ? { words } : { words, most };
    const { data } = await admin.rpc('admin_find', asked).throwOnError();
    const { orders, customers, products } = data as unknown as Found;
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
    return { orders: names(orders), customers, products: names(products) };
  }

  it('finds orders, customers and products, newest first', async () => {
    expect(await find('MAYA')).toEqual({
      orders: ['Maya S.', 'Maya Stone', 'Mayara'],
      customers: [{ name: 'Maya S.', email: 'maya@mail.example', orders: 2 }],
      products: ['Maya Blend'],
    });
    expect((await find('maya', 1)).orders).toEqual(['Maya S.']);
  });

  it('finds whose orders they are behind a thousand newer ones of others', async () => {
    await shop.database.query({
      text: `insert into public.orders
          (name, email, address, total_amount, payment_status, paid_at, created_at)
        select 'Quill', 'quill@mail.example', 'x', 1, 'paid', '2026-11-20', '2026-11-20'
        from generate_series(1, 1001)`,
    });
    expect(await find('mail.example maya')).toEqual({
      orders: ['Maya S.', 'Maya Stone', 'Mayara'],
      customers: [{ name: 'Maya S.', email: 'maya@mail.example', orders: 2 }],
      products: [],
    });
    const { orders, customers } = await find('mail');
    expect(orders).toEqual(Array(5).fill('Quill'));
    expect(customers[0]).toEqual({ name: 'Quill', email: 'quill@mail.example', orders: 1001 });
    await shop.database.query({ text: `delete from public.orders where name = 'Quill'` });
  });

  it('looks for letters that no index knows among the newest ten thousand alone', async () => {
    // Skips the product triggers, which would take twenty times as long.
    const quietly = (sql: string) =>
      shop.database.transaction(async (tx) => {
        await tx.query({ text: 'set local session_replication_role = replica' });
        await tx.query({ text: sql });
      });
    const insert = (from: number, to: number) =>
      quietly(`insert into public.products (name, slug, price, created_at)
        select 'Filler ' || n, 'filler-' || n, 1, now() + interval '1 day'
        from generate_series(${from}, ${to}) as n`);
    await insert(1, 9_998);
    expect((await find('0%')).products).toEqual(['100% Raw']);
    await insert(9_999, 10_000);
    expect((await find('0%')).products).toEqual([]);
    expect((await find('100% raw')).products).toEqual(['100% Raw']);
    await quietly(`delete from public.products where name like 'Filler %'`);
  });

  it('finds names with and without their accents', async () => {
    await shop.service
      .from('orders')
      .insert({
        id: idOf('d'),
        name: 'Íñigo Núñez',
        email: 'inigo@mail.example',
        address: 'x',
        total_amount: 1,
        payment_status: 'paid',
        paid_at: '2026-11-02T12:00:00Z',
      })
      .throwOnError();
    await shop.service.from('products').insert({ name: 'Açaí', price: 1 }).throwOnError();
    for (const words of ['nunez', 'Núñez', 'NUÑEZ', 'ñu']) {
      const { orders, customers } = await find(words);
      expect([words, orders, customers.map(({ name }) => name)]).toEqual([
        words,
        ['Íñigo Núñez'],
        ['Íñigo Núñez'],
      ]);
    }
    for (const words of ['acai', 'açai']) expect((await find(words)).products).toEqual(['Açaí']);
  });

  it('finds words in any order, whatever joins them', async () => {
    await shop.service
      .from('orders')
      .insert({
        id: idOf('e'),
        name: 'Zoë Brontë-Müller',
        email: 'zb@mail.example',
        address: 'x',
        total_amount: 1,
        payment_status: 'paid',
        paid_at: '2026-11-02T12:00:00Z',
      })
      .throwOnError();
    for (const words of ['bronte muller', 'Müller Zoe', 'zoe, bronte', 'muller mail.example']) {
      const { orders, customers } = await find(words);
      expect([words, orders, customers.map(({ name }) => name)]).toEqual([
        words,
        ['Zoë Brontë-Müller'],
        ['Zoë Brontë-Müller'],
      ]);
    }
    expect((await find('bronte stone')).orders).toEqual([]);
  });

  it('finds an order by its number, however a sentence writes it', async () => {
    for (const words of ['Order #aaaaaaaa', 'order aaaa…', '#aaaaaaaa,', 'ORDER: (#aaaaaaaa).']) {
      expect(await find(words)).toEqual({ orders: ['Maya Stone'], customers: [], products: [] });
    }
  });

  it('finds an order by its number, with or without the number sign', async () => {
    for (const words of ['#aaaaaaaa', 'AAAAAAAA-0000', ' #aaaa ']) {
      expect(await find(words)).toEqual({ orders: ['Maya Stone'], customers: [], products: [] });
    }
  });

  it('treats wildcard characters literally, and an empty search as no search', async () => {
    expect((await find('%')).products).toEqual(['100% Raw']);
    for (const words of ['', '  ', '#', '\\', '_', "'; drop table orders; --"]) {
      expect(await find(words)).toEqual({ orders: [], customers: [], products: [] });
    }
    expect((await admin.rpc('admin_find', { words: 'maya', most: 21 })).error?.code).toBe('22023');
  });

  it('is refused to everyone but admins', async () => {
    const { client: customer } = await shop.createCustomer();
    const leaving = await shop.createAdmin();
    await leaving.auth.signOut({ scope: 'local' });
    for (const client of [shop.anonymous(), customer, leaving]) {
      expect(await client.rpc('admin_find', { words: 'maya' })).toEqual(refused);
    }
  });
});
