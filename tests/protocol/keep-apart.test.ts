import { sized } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, type Shop } from '#tests/rls/shop.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';

const requests = sized(10_000, 600);
/** Number of calls in progress at any time. */
const parallel = 60;

/** One call, and what its response must be no matter who else is calling. */
interface Call {
  who: 'A' | 'B' | 'nobody';
  send: (
    client: Client,
  ) => PromiseLike<{ status: number; data: unknown; error: { code: string } | null }>;
  /** Null if the response is right, otherwise what is wrong with it. */
  judge: (answer: { status: number; data: unknown; code: string | undefined }) => boolean;
}

describe.each(testDatabases)('interleaved requests on $name', (testDatabase) => {
  let shop: Shop;
  let clients: Record<Call['who'], Client>;
  let ids: Record<'A' | 'B', string>;

  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    const a = await shop.createCustomer();
    const b = await shop.createCustomer();
    clients = { A: a.client, B: b.client, nobody: shop.anonymous() };
    ids = { A: a.id, B: b.id };
    const { data: product } = await shop.service
      .from('products')
      .select('id')
      .eq('sold_out', false)
      .limit(1)
      .single();
    for (const who of ['A', 'B'] as const) {
      const line = {
        product_id: product?.id ?? '',
        product_name: '',
        weight: '',
        price: 0,
        quantity: 1,
      };
      const { error } = await clients[who].from('cart_items').insert(line);
      expect(error).toBeNull();
    }
  });
  afterAll(() => shop?.close());

  function calls(): Call[] {
    const ownCart = (who: 'A' | 'B'): Call => ({
      who,
      send: (client) => client.from('cart_items').select('user_id, quantity'),
      judge: ({ data }) =>
        Array.isArray(data) && data.length === 1 && data[0]?.user_id === ids[who],
    });
    const widened = (who: 'A' | 'B'): Call => ({
      who,
      send: (client) =>
        client.from('cart_items').update({ quantity: 2 }).neq('quantity', 50).select('user_id'),
      judge: ({ data }) =>
        Array.isArray(data) && data.length === 1 && data[0]?.user_id === ids[who],
    });
    const failing = (who: Call['who'], code: string, send: Call['send']): Call => ({
      who,
      send,
      judge: (answer) => answer.code === code,
    });
    return [
      ownCart('A'),
      ownCart('B'),
      widened('A'),
      widened('B'),
      failing('nobody', '42501', (client) => client.from('cart_items').select()),
      failing('A', '22P02', (client) => client.from('cart_items').select().eq('id', 'no uuid')),
      failing('B', '23514', (client) =>
        client.from('cart_items').update({ quantity: 1000 }).neq('quantity', 50),
      ),
      failing('A', '42501', (client) =>
        client.from('orders').insert({ name: 'x', email: 'x', address: 'x', total_amount: 1 }),
      ),
      {
        who: 'nobody',
        send: (client) => client.from('products').select('id').limit(3),
        judge: ({ data }) => Array.isArray(data) && data.length === 3,
      },
      // A transaction-local setting lets a visitor write once; if it leaked into another
      // transaction, this would be refused.
      {
        who: 'nobody',
        send: (client) =>
          client
            .from('contacts')
            .insert({ name: 'n', email: 'e@f.g', phone: crypto.randomUUID(), message: 'm' }),
        judge: ({ status }) => status === 201,
      },
      {
        who: 'B',
        send: (client) => client.rpc('is_admin'),
        judge: ({ data }) => data === false,
      },
    ];
  }

  it(`keeps ${requests} requests of three callers apart, failing ones included`, async () => {
    const kinds = calls();
    const wrong: unknown[] = [];
    let begun = 0;
    let written = 0;
    let seed = 1;
    const next = () => {
      // A fixed sequence (Lehmer generator), so that a failure can be reproduced.
      seed = (seed * 48_271) % 2_147_483_647;
      return kinds[seed % kinds.length] as Call;
    };
    const worker = async () => {
      while (begun < requests) {
        begun += 1;
        const call = next();
        const { status, data, error } = await call.send(clients[call.who]);
        if (status === 201) written += 1;
        if (!call.judge({ status, data, code: error?.code })) {
          wrong.push({ who: call.who, call: call.send.toString(), status, data, error });
        }
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    expect(wrong).toEqual([]);
    const { count } = await shop.service
      .from('contacts')
      .select('*', { count: 'exact', head: true });
    expect(count).toBe(written);
  }, 600_000);
});
