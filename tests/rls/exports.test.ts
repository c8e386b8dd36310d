import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sumCustomers } from '#server/jobs/sum-customers.ts';
import { type Client, openShop, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';

interface Exported {
  account: { email: string };
  orders: { id: string; total_amount: number; lines: unknown[] }[];
  cart: { weight: string; price: number }[];
  messages: { message: string }[];
  reports: { message: string }[];
  recalls: object[];
  payment_links: object[];
}

describe.each(testDatabases)('exports on $name', (testDatabase) => {
  let shop: Shop;
  let customer: Client;
  let id: string;
  let email: string;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    ({ client: customer, id, email } = await shop.createCustomer());
  });
  afterAll(() => shop.close());

  const fill = (text: string, values: unknown[] = []) => shop.database.query({ text, values });

  /**
   * More than one page of everything; also more cart lines than allowed, as an earlier version
   * stored them.
   */
  beforeEach(async () => {
    await fill('delete from public.orders');
    await fill('delete from public.contacts');
    await fill('delete from public.cart_items');
    await fill(
      `insert into public.orders (name, email, address, total_amount, payment_status, paid_at, user_id, created_at)
        select 'Maya Stone', $1, '12 Ridge Road', n, 'paid', now(), $2::uuid, now() - n / 3 * interval '1 minute'
        from generate_series(1, 250) as n`,
      [email, id],
    );
    await fill(
      `insert into public.contacts (name, email, phone, message, created_at)
        select 'Maya', upper($1), '1', 'message ' || n, now() - n * interval '1 microsecond'
        from generate_series(1, 250) as n`,
      [email],
    );
    await shop.database.transaction(async (tx) => {
      await tx.query({ text: 'set local session_replication_role = replica' });
      await tx.query({
        text: `insert into public.cart_items (user_id, product_id, product_name, weight, price, quantity)
          select $1::uuid, gen_random_uuid(), 'Resin', n || 'g', 1.5, 1 from generate_series(1, 250) as n`,
        values: [id],
      });
    });
  });

  const askFor = async () => {
    const answer = await shop.send('http://shop.example/functions/v1/export-account', {
      method: 'POST',
      headers: {
        apikey: shop.secretKey,
        authorization: `Bearer ${await tokenOf(customer)}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
    expect(answer.status).toBe(200);
    return answer;
  };
  const upwards = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('hold every row once and in order', async () => {
    const answer = await askFor();
    expect(answer.headers.get('content-type')).toBe('application/json');
    const { account, orders, cart, messages } = (await answer.json()) as Exported;
    expect(account.email).toBe(email);
    expect(orders.map(({ total_amount }) => total_amount).sort((a, b) => a - b)).toEqual(
      upwards(250),
    );
    expect(orders[0]).toMatchObject({ lines: [] });
    expect(messages.map(({ message }) => message)).toEqual(upwards(250).map((n) => `message ${n}`));
    expect(cart.map(({ weight }) => Number.parseInt(weight, 10)).sort((a, b) => a - b)).toEqual(
      upwards(250),
    );
    expect(cart[0]).toEqual({
      product_id: expect.any(String),
      product_name: 'Resin',
      weight: expect.any(String),
      ...{ price: 1.5, quantity: 1 },
    });
  });

  it('hold what else came from the address and went to it', async () => {
    await fill('insert into public.code_reports (message, email) values ($1, upper($2))', [
      'The seal was broken.',
      email,
    ]);
    const { reports, recalls, payment_links } = (await (await askFor()).json()) as Exported;
    expect(reports).toEqual([expect.objectContaining({ message: 'The seal was broken.' })]);
    expect(recalls).toEqual([]);
    expect(payment_links).toEqual([]);
    await fill('delete from public.code_reports');
  });

  it('read no more than they have sent', async () => {
    const reader = (await askFor()).body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    const readOn = async () => {
      const part = await reader?.read();
      text += decoder.decode(part?.value);
      return part?.done === false;
    };
    while (!text.includes('"weight":')) expect(await readOn()).toBe(true);
    await fill('delete from public.cart_items');
    await fill('delete from public.contacts');
    while (await readOn());
    const { orders, cart, messages } = JSON.parse(text) as Exported;
    expect(orders).toHaveLength(250);
    expect(cart).toHaveLength(100);
    expect(messages).toEqual([]);
  });

  it('for admins, by address, hold every row too', async () => {
    await sumCustomers(shop.database, new AbortController().signal);
    const admin = await shop.createAdmin();
    const { data: customers } = await admin
      .from('customers')
      .select('id')
      .eq('email', email)
      .single()
      .throwOnError();
    await shop.service.from('notes').insert({ email, body: 'Likes amber glass' }).throwOnError();
    const { data, error } = await admin.functions.invoke('export-customer', {
      body: { customerId: customers?.id },
    });
    expect(error).toBeNull();
    expect(data.orders).toHaveLength(250);
    expect(data.messages).toHaveLength(250);
    expect(data.account.cart).toHaveLength(250);
    expect(data.account.orders).toHaveLength(250);
    expect(data).toMatchObject({
      customer: { email },
      notes: [{ body: 'Likes amber glass' }],
      ...{ reports: [], recalls: [], payment_links: [] },
    });
  });
});
