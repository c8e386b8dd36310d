import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)("the dashboard's figures on $name", (testDatabase) => {
  let shop: Shop;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    const line = { name: 'Pure Resin', weight: '30g', price: 39.9, quantity: 2 };
    const order = {
      name: 'Maya',
      email: 'maya@mail.example',
      address: 'x',
      total_amount: 79.8,
      order_items: [line],
      payment_status: 'paid',
      status: 'pending',
      paid_at: '2026-11-02T12:00:00Z' as string | null,
    };
    const unpaid = { ...order, paid_at: null };
    await shop.service
      .from('orders')
      .insert([
        order,
        // Still November 2 in New York.
        { ...order, status: 'shipped', paid_at: '2026-11-03T04:30:00Z' },
        { ...order, order_items: '[]', total_amount: 0.1, paid_at: '2026-11-04T12:00:00Z' },
        { ...order, payment_status: 'partially_refunded', paid_at: '2026-10-01T12:00:00Z' },
        { ...unpaid, payment_status: 'pending' },
        { ...unpaid, payment_status: 'expired' },
        { ...unpaid, payment_status: 'failed' },
        { ...unpaid, payment_status: 'review' },
      ])
      .throwOnError();
    await shop.service
      .from('contacts')
      .insert([
        { name: 'Maya', email: 'm@mail.example', phone: '1', message: 'Hello', answered_at: null },
        {
          name: 'Ben',
          email: 'b@mail.example',
          phone: '1',
          message: 'Hello',
          answered_at: '2026-11-02T12:00:00Z',
        },
      ])
      .throwOnError();
  });
  afterAll(() => shop.close());

  it('count orders without abandoned checkouts, and list what needs attention', async () => {
    const { data } = await admin.rpc('admin_overview');
    expect(data).toEqual({
      products: 0,
      orders: 6,
      contacts: 2,
      attention: {
        review: 1,
        disputed: 0,
        failed_mails: 0,
        unanswered: 1,
        to_ship: 3,
        low_stock: 0,
      },
    });
  });

  it('count products that are low or sold out, up to the setting', async () => {
    const lowStock = async () => {
      const { data } = await admin.rpc('admin_overview').throwOnError();
      return (data as { attention: { low_stock: number } }).attention.low_stock;
    };
    const counted = [null, 0, 5, 6].map((stock) => ({ name: `Stock ${stock}`, price: 1, stock }));
    await shop.service.from('products').insert(counted).throwOnError();
    expect(await lowStock()).toBe(2);
    const setting = { key: 'low_stock', value: 10 };
    await shop.service.from('site_settings').insert(setting).throwOnError();
    expect(await lowStock()).toBe(3);
    await shop.service.from('site_settings').delete().eq('key', 'low_stock').throwOnError();
    await shop.service.from('products').delete().like('name', 'Stock %').throwOnError();
  });

  it('sum sales by day in the time zone of the shop, and rank products', async () => {
    const { data } = await admin.rpc('admin_sales', {
      first_day: '2026-11-01',
      last_day: '2026-11-04',
      zone: 'America/New_York',
    });
    expect(data).toEqual({
      days: [
        { day: '2026-11-01', orders: 0, cents: 0, refunded_cents: 0 },
        { day: '2026-11-02', orders: 2, cents: 15960, refunded_cents: 0 },
        { day: '2026-11-03', orders: 0, cents: 0, refunded_cents: 0 },
        { day: '2026-11-04', orders: 1, cents: 10, refunded_cents: 0 },
      ],
      products: [{ name: 'Pure Resin', weight: '30g', quantity: 4, cents: 15960 }],
    });
  });

  it('subtract refunds from sales, and nothing else', async () => {
    const bought = async (paid_at: string | null) => {
      const { data } = await shop.service
        .from('orders')
        .insert({
          name: 'Ada',
          email: 'ada@mail.example',
          address: 'x',
          total_amount: 100,
          order_items: [],
          payment_status: paid_at ? 'paid' : 'review',
          paid_at,
        })
        .select('id')
        .single()
        .throwOnError();
      return data?.id ?? '';
    };
    let references = 0;
    const payFor = async (order_id: string, standing: string) => {
      references += 1;
      const { data } = await shop.service
        .from('payments')
        .insert({
          order_id,
          provider: 'stripe',
          reference: `pi_${references}`,
          amount_cents: 10000,
          currency: 'USD',
          standing,
        })
        .select('id')
        .single()
        .throwOnError();
      return data?.id ?? '';
    };
    const giveBack = async (
      order_id: string,
      payment_id: string,
      amount_cents: number,
      state: string,
    ) => {
      await shop.service
        .from('refunds')
        .insert({
          order_id,
          payment_id,
          provider: 'stripe',
          amount_cents,
          currency: 'USD',
          state,
          origin: 'shop',
          created_at: '2026-12-03T12:00:00Z',
        })
        .throwOnError();
    };
    const sold = await bought('2026-12-02T12:00:00Z');
    const payment = await payFor(sold, 'settled');
    await giveBack(sold, payment, 990, 'succeeded');
    await giveBack(sold, payment, 10, 'pending');
    await giveBack(sold, payment, 77, 'failed');
    await giveBack(sold, await payFor(sold, 'surplus'), 10000, 'succeeded');
    const held = await bought(null);
    await giveBack(held, await payFor(held, 'review'), 10000, 'succeeded');

    const { data } = await admin.rpc('admin_sales', {
      first_day: '2026-12-02',
      last_day: '2026-12-03',
      zone: 'UTC',
    });
    expect(data).toMatchObject({
      days: [
        { day: '2026-12-02', orders: 1, cents: 10000, refunded_cents: 0 },
        { day: '2026-12-03', orders: 0, cents: 0, refunded_cents: 1000 },
      ],
    });
    const of = await admin.rpc('admin_order_money', { order_ids: [sold, held] });
    expect(of).toMatchObject({
      error: null,
      data: { [sold]: { received: 10000, refunded: 1000 } },
    });
    expect(Object.keys(of.data as object)).toEqual([sold]);
  });

  it('rank products by what is left after refunds', async () => {
    const sell = async (name: string, quantity: number, refunded_cents: number) => {
      const { data: order } = await shop.service
        .from('orders')
        .insert({
          name: 'Ada',
          email: 'ada@mail.example',
          address: 'x',
          total_amount: 10 * quantity,
          order_items: [{ name, weight: '30g', price: 10, quantity }],
          payment_status: 'paid',
          paid_at: '2027-03-02T12:00:00Z',
        })
        .select('id')
        .single()
        .throwOnError();
      const order_id = order?.id ?? '';
      const money = { order_id, provider: 'stripe', currency: 'USD' };
      const { data: payment } = await shop.service
        .from('payments')
        .insert({ ...money, reference: `pi_of_${order_id}`, amount_cents: 1000 * quantity })
        .select('id')
        .single()
        .throwOnError();
      if (refunded_cents === 0) return;
      await shop.service
        .from('refunds')
        .insert({
          ...money,
          payment_id: payment?.id ?? '',
          amount_cents: refunded_cents,
          state: 'succeeded',
          origin: 'shop',
          // After the period tested, which is about what was sold in it.
          created_at: '2027-03-09T12:00:00Z',
        })
        .throwOnError();
    };
    await sell('Returned', 9, 9000);
    await sell('Damaged', 5, 4000);
    await sell('Kept', 2, 0);
    await sell('Damaged', 1, 500);

    const { data } = await admin.rpc('admin_sales', {
      first_day: '2027-03-01',
      last_day: '2027-03-03',
      zone: 'UTC',
    });
    expect((data as { products: object[] }).products).toEqual([
      { name: 'Kept', weight: '30g', quantity: 2, cents: 2000 },
      { name: 'Damaged', weight: '30g', quantity: 6, cents: 1500 },
    ]);
  });

  it('count what was received where another amount than the total was accepted', async () => {
    const { data: order } = await shop.service
      .from('orders')
      .insert({
        name: 'Ada',
        email: 'ada@mail.example',
        address: 'x',
        total_amount: 64,
        order_items: [{ name: 'Resin', weight: '30g', price: 32, quantity: 2 }],
        payment_status: 'paid',
        paid_at: '2027-05-02T12:00:00Z',
      })
      .select('id')
      .single()
      .throwOnError();
    const order_id = order?.id ?? '';
    const money = { order_id, provider: 'stripe', currency: 'USD' };
    const { data: payment } = await shop.service
      .from('payments')
      .insert({ ...money, reference: 'pi_accepted', amount_cents: 400 })
      .select('id')
      .single()
      .throwOnError();
    // Paid a second time; not accepted.
    await shop.service
      .from('payments')
      .insert({ ...money, reference: 'pi_surplus', amount_cents: 6400, standing: 'surplus' })
      .throwOnError();
    const read = async () => {
      const { data } = await admin.rpc('admin_sales', {
        first_day: '2027-05-02',
        last_day: '2027-05-02',
        zone: 'UTC',
      });
      const { data: of } = await admin.rpc('admin_order_money', { order_ids: [order_id] });
      return { ...(data as { days: object[]; products: object[] }), of };
    };
    expect(await read()).toMatchObject({
      days: [{ orders: 1, cents: 400 }],
      products: [{ name: 'Resin', quantity: 2, cents: 400 }],
      of: { [order_id]: { received: 400, refunded: 0 } },
    });
    await shop.service
      .from('refunds')
      .insert({
        ...money,
        payment_id: payment?.id ?? '',
        amount_cents: 400,
        state: 'succeeded',
        origin: 'shop',
        created_at: '2027-05-02T13:00:00Z',
      })
      .throwOnError();
    expect(await read()).toMatchObject({
      days: [{ cents: 400, refunded_cents: 400 }],
      products: [],
      of: { [order_id]: { received: 400, refunded: 400 } },
    });
  });

  it('subtract a dispute while it is lost, and count it as waiting while it is open', async () => {
    const { data: order } = await shop.service
      .from('orders')
      .insert({
        name: 'Ada',
        email: 'ada@mail.example',
        address: 'x',
        total_amount: 100,
        order_items: [],
        payment_status: 'paid',
        paid_at: '2019-01-02T12:00:00Z',
      })
      .select('id')
      .single()
      .throwOnError();
    const order_id = order?.id ?? '';
    const { data: payment } = await shop.service
      .from('payments')
      .insert({
        order_id,
        provider: 'stripe',
        reference: 'pi_disputed',
        amount_cents: 10000,
        currency: 'USD',
      })
      .select('id')
      .single()
      .throwOnError();
    await shop.service
      .from('disputes')
      .insert({
        order_id,
        payment_id: payment?.id ?? '',
        provider: 'stripe',
        reference: 'dp_1',
        amount_cents: 10000,
        currency: 'USD',
        state: 'open',
      })
      .throwOnError();
    const dayFromNow = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    // The dispute is decided today; other tests' refunds may fall on the days around it.
    const read = async () => {
      const { data } = await admin.rpc('admin_sales', {
        first_day: dayFromNow(-1),
        last_day: dayFromNow(1),
        zone: 'UTC',
      });
      const { days } = data as { days: { refunded_cents: number }[] };
      const { data: money } = await admin.rpc('admin_order_money', { order_ids: [order_id] });
      const { data: overview } = await admin.rpc('admin_overview');
      return {
        waiting: (overview as { attention: { disputed: number } }).attention.disputed,
        sales: days.reduce((sum, day) => sum + day.refunded_cents, 0),
        order: (money as Record<string, { refunded: number }>)[order_id]?.refunded,
      };
    };
    const open = await read();
    expect(open).toMatchObject({ waiting: 1, order: 0 });
    const nothing = { ...open, waiting: 0 };
    const all = { waiting: 0, sales: open.sales + 10000, order: 10000 };
    for (const [state, expected] of [
      ['inquiry', nothing],
      ['won', nothing],
      ['lost', all],
      ['won', nothing],
      ['lost', all],
    ] as const) {
      await shop.service.from('disputes').update({ state }).eq('reference', 'dp_1').throwOnError();
      expect([state, await read()]).toEqual([state, expected]);
    }
    // A bank may take back money already refunded: the figure counts what was moved, not what was left.
    await shop.service
      .from('refunds')
      .insert({
        order_id,
        payment_id: payment?.id ?? '',
        provider: 'stripe',
        amount_cents: 4000,
        currency: 'USD',
        state: 'succeeded',
        origin: 'shop',
      })
      .throwOnError();
    expect(await read()).toEqual({ ...all, sales: all.sales + 4000, order: 14000 });
    await shop.service.from('payments').update({ standing: 'surplus' }).eq('order_id', order_id);
    expect(await read()).toEqual(nothing);
  });

  it('are refused to everyone but admins', async () => {
    const { client: customer } = await shop.createCustomer();
    const days = { first_day: '2026-11-01', last_day: '2026-11-04', zone: 'UTC' };
    for (const client of [shop.anonymous(), customer]) {
      expect(await client.rpc('admin_overview')).toEqual(refused);
      expect(await client.rpc('admin_sales', days)).toEqual(refused);
      expect(await client.rpc('admin_order_money', { order_ids: [] })).toEqual(refused);
    }
  });
});
