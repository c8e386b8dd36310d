import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLeaks, sneakyKeys, wideFilters } from './leaks.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const sessions = {
  guest: 'cs_test_guest_0123456789abcdef',
  customer: 'cs_test_customer_0123456789abcdef',
  young: 'cs_test_young_0123456789abcdef',
  old: 'cs_test_old_0123456789abcdef',
};
const order = {
  name: 'Maya Stone',
  email: 'maya@mail.example',
  address: '1 Ridge Road, Denver',
  total_amount: 39.9,
  order_items: [{ name: 'Pure Resin', weight: '30g', price: 39.9, quantity: 1 }],
};
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe.each(testDatabases)('orders on $name', (testDatabase) => {
  let shop: Shop;
  let customer: Client;
  let customerId: string;
  let stranger: Client;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    ({ client: customer, id: customerId } = await shop.createCustomer());
    ({ client: stranger } = await shop.createCustomer());
    admin = await shop.createAdmin();
    const { error } = await shop.service.from('orders').insert([
      { ...order, stripe_session_id: sessions.guest, created_at: hoursAgo(0) },
      {
        ...order,
        stripe_session_id: sessions.customer,
        user_id: customerId,
        created_at: hoursAgo(1),
      },
      { ...order, stripe_session_id: sessions.young, created_at: hoursAgo(23.9) },
      { ...order, stripe_session_id: sessions.old, created_at: hoursAgo(24.1) },
    ]);
    expect(error).toBeNull();
  });
  afterAll(() => shop.close());

  describe('are written by the server only', () => {
    it('rejects inserts and deletes by anyone else', async () => {
      for (const client of [shop.anonymous(), stranger, customer, admin]) {
        const forged = { ...order, stripe_session_id: 'cs_test_forged', payment_status: 'paid' };
        expect(await client.from('orders').insert(forged)).toEqual(refused);
        expect(await client.from('orders').upsert(forged)).toEqual(refused);
        expect(await client.from('orders').delete().neq('email', '')).toEqual(refused);
      }
      expect((await shop.service.from('orders').select()).data).toHaveLength(4);
    });

    it('lets admins change the status and nothing else', async () => {
      const { data: rows } = await shop.service
        .from('orders')
        .select('id')
        .eq('stripe_session_id', sessions.guest);
      const id = rows?.[0]?.id ?? '';
      for (const status of ['processing', 'shipped', 'delivered', 'cancelled', 'completed']) {
        const { data } = await admin
          .from('orders')
          .update({ status })
          .eq('id', id)
          .select('status');
        expect(data).toEqual([{ status }]);
      }
      const unknown = await admin.from('orders').update({ status: 'lost' }).eq('id', id);
      expect(unknown.error?.code).toBe('23514');

      const forbidden = [
        { payment_status: 'paid' },
        { total_amount: 0.01 },
        { user_id: customerId },
        { email: 'thief@mail.example' },
        { status: 'pending', payment_status: 'paid' },
      ];
      for (const change of forbidden) {
        expect(await admin.from('orders').update(change).eq('id', id)).toEqual(refused);
      }
      const own = await customer
        .from('orders')
        .update({ status: 'delivered' })
        .eq('user_id', customerId)
        .select();
      expect(own.data).toEqual([]);
      expect(
        await customer.from('orders').update({ payment_status: 'paid' }).neq('email', ''),
      ).toEqual(refused);
      const { data: untouched } = await shop.service.from('orders').select('payment_status');
      expect(untouched?.every((each) => each.payment_status === 'pending')).toBe(true);
    });
  });

  describe('open by their exact session id', () => {
    const proof = 'a-token-that-only-this-browser-holds';
    const columns = 'name, email, phone, address, payment_status';
    const complete = {
      name: order.name,
      email: order.email,
      phone: '',
      address: order.address,
      payment_status: 'pending',
    };
    const hidden = {
      name: 'Pending',
      email: 'pending@checkout.example',
      phone: '',
      address: 'Pending',
      payment_status: 'pending',
    };

    it.each([
      ['a visitor', () => shop.anonymous(sessions.guest)],
      ['a stranger', () => shop.signedInWith(stranger, sessions.guest)],
      ['a guesser', () => shop.anonymous(sessions.guest, { 'x-order-proof': `${proof}x,` })],
    ])('without its personal details to %s who has it alone', async (_who, clientOf) => {
      const found = await clientOf().from('orders_by_session').select(columns);
      expect(found.data).toEqual([hidden]);
      const guessed = clientOf().from('orders_by_session').select('id').like('email', 'maya%');
      expect((await guessed).data).toEqual([]);
      expect((await clientOf().from('orders').select('*')).data).toEqual([]);
    });

    it('shows everything to the browser that placed it and to its account', async () => {
      const { data } = await shop.service
        .from('orders')
        .select('id')
        .eq('stripe_session_id', sessions.guest)
        .single();
      await shop.database.query({
        text: `insert into private.checkout_attempts
            (order_id, provider, attempt_key, fingerprint, access_token_hash)
          values ($1, 'stripe', 'key', 'print', encode(sha256(convert_to($2, 'UTF8')), 'hex'))`,
        values: [data?.id, proof],
      });
      const browser = shop.anonymous(sessions.guest, { 'x-order-proof': `other,${proof}` });
      expect((await browser.from('orders').select(columns)).data).toEqual([complete]);
      expect((await browser.from('orders_by_session').select(columns)).data).toEqual([complete]);
      const foreign = shop.anonymous(sessions.customer, { 'x-order-proof': proof });
      expect((await foreign.from('orders_by_session').select(columns)).data).toEqual([hidden]);
      const owner = shop.signedInWith(customer, sessions.customer);
      expect((await owner.from('orders_by_session').select(columns)).data).toEqual([complete]);
    });

    it('shows an account’s order to that account alone, whatever cookie is left', async () => {
      const { data } = await shop.service
        .from('orders')
        .select('id')
        .eq('stripe_session_id', sessions.customer)
        .single();
      await shop.database.query({
        text: `insert into private.checkout_attempts
            (order_id, provider, attempt_key, fingerprint, access_token_hash, from_account)
          values ($1, 'stripe', 'own', 'print', encode(sha256(convert_to($2, 'UTF8')), 'hex'), true)`,
        values: [data?.id, 'the-cookie-of-the-account'],
      });
      const left = { 'x-order-proof': 'the-cookie-of-the-account' };
      for (const next of [
        shop.anonymous(sessions.customer, left),
        shop.signedInWith(stranger, sessions.customer, left),
      ]) {
        expect((await next.from('orders').select(columns)).data).toEqual([]);
        expect((await next.from('orders_by_session').select(columns)).data).toEqual([hidden]);
      }
      const owner = shop.signedInWith(customer, sessions.customer, left);
      expect((await owner.from('orders').select(columns)).data).toEqual([complete]);
      expect((await owner.from('orders_by_session').select(columns)).data).toEqual([complete]);
    });

    it('shows whose it is to its account after the second step alone', async () => {
      const factor = (text: string) => shop.database.query({ text, values: [customerId] });
      await factor(`insert into auth.mfa_factors
        (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`);
      const owner = shop.signedInWith(customer, sessions.customer);
      const shown = async () => (await owner.from('orders_by_session').select(columns)).data;
      expect(await shown()).toEqual([hidden]);
      await factor('delete from auth.mfa_factors where user_id = $1');
      expect(await shown()).toEqual([complete]);
    });

    it('shows no other order, however wide the filter', async () => {
      for (const filter of wideFilters('stripe_session_id', sessions.old)) {
        const { data } = await filter(shop.anonymous(sessions.guest).from('orders').select('*'));
        for (const other of [sessions.customer, sessions.young, sessions.old]) {
          expect(JSON.stringify(data)).not.toContain(other);
        }
      }
    });

    it('opens for 24 hours only', async () => {
      const read = (session: string) =>
        shop
          .anonymous(session)
          .from('orders_by_session')
          .select('id')
          .eq('stripe_session_id', session);
      expect((await read(sessions.young)).data).toHaveLength(1);
      expect((await read(sessions.old)).data).toEqual([]);
    });

    it('opens with the exact session id only', async () => {
      for (const key of [undefined, ...sneakyKeys(sessions.guest)]) {
        expect(
          await countLeaks(shop.anonymous(key), 'orders', 'stripe_session_id', sessions.guest),
        ).toBe(0);
        expect(
          await countLeaks(
            shop.signedInWith(stranger, key),
            'orders',
            'stripe_session_id',
            sessions.guest,
          ),
        ).toBe(0);
      }
    });

    it('never shows payments', async () => {
      const embedded = await shop
        .anonymous(sessions.guest)
        .from('orders')
        .select('id, payments(*)');
      expect(embedded).toEqual(refused);
    });
  });

  it('are shown to the customer who placed them, and only those', async () => {
    const { data } = await customer.from('orders').select('user_id').order('created_at');
    expect(data).toEqual([{ user_id: customerId }]);
    const { data: others } = await customer.from('orders').select('id').neq('user_id', customerId);
    expect(others).toEqual([]);
  });

  it('are all shown to the admin', async () => {
    const { data, count } = await admin
      .from('orders')
      .select('*', { count: 'exact' })
      .order('created_at', { ascending: false });
    expect(data).toHaveLength(4);
    expect(count).toBe(4);
  });
});
