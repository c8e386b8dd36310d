import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('links to orders by email, on $name', (testDatabase) => {
  let shop: Shop;
  let order: string;
  const email = 'ada@mail.example';
  beforeAll(async () => {
    shop = await openShop(testDatabase);
    const made = { name: 'Ada', email, phone: '1', address: '1 Main St', total_amount: 10 };
    const { data } = await shop.service.from('orders').insert(made).select('id').single();
    order = data?.id ?? '';
    await shop.service
      .from('orders')
      .update({ payment_status: 'paid', paid_at: new Date().toISOString() })
      .eq('id', order);
  });
  afterAll(() => shop.close());

  const ask = async (address: string, orderNumber: string, to: string) =>
    (
      await shop
        .visitor(address)
        .functions.invoke('find-order', { body: { orderNumber, email: to } })
    ).data;
  const tokens = async () =>
    (
      await shop.database.query<{ text: string }>({
        text: 'select text from private.email_outbox where order_id = $1 order by created_at',
        values: [order],
      })
    ).rows.flatMap(({ text }) => /#token=([\w-]{43})/.exec(text)?.[1] ?? []);
  const opens = async (token: string) =>
    (await shop.anonymous().functions.invoke('open-order', { body: { token } })).data?.order?.id;

  it('are not used up by who invents numbers, nor taken away by who asks for them too', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        ask(
          `198.51.100.${index}`,
          index % 2 ? 'ffffffff' : order.slice(0, 8),
          `${index}@x.example`,
        ),
      ),
    );
    expect(await tokens()).toEqual([]);
    expect(await ask('203.0.113.1', order.slice(0, 8), email)).toEqual({ ok: true });
    const [own = ''] = await tokens();
    for (let index = 0; index < 5; index += 1) {
      await ask(`198.51.100.${index}`, order.slice(0, 8), email);
    }
    // Two more an hour, and no link invalidates an earlier one, so the mailbox always has one that
    // works.
    expect(await tokens()).toHaveLength(3);
    for (const token of [own, ...(await tokens())]) expect(await opens(token)).toBe(order);
  });
});
