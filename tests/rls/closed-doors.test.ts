import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

/** Tables and functions that no API role may reach, called in every way the protocol allows. */
describe.each(testDatabases)('closed doors on $name', (testDatabase) => {
  let shop: Shop;
  let clients: Record<string, Client>;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    clients = {
      visitor: shop.anonymous(),
      customer: (await shop.createCustomer()).client,
      admin,
    };
  });
  afterAll(() => shop.close());

  // A client for names outside the generated types.
  const loose = (client: Client) =>
    client as unknown as {
      from(table: string): ReturnType<Client['from']>;
      schema(name: string): { from(table: string): ReturnType<Client['from']> };
      rpc(
        name: string,
        args?: object,
      ): PromiseLike<{ data: unknown; error: { code: string } | null }>;
    };

  it.each([
    'email_outbox',
    'settings',
    'checkout_attempts',
    'provider_events',
    'product_views',
    'private.settings',
    'auth.users',
    'users',
    'sessions',
    'pg_authid',
  ])('%s is no table of the interface', async (table) => {
    for (const client of Object.values(clients)) {
      const { data, error } = await loose(client).from(table).select('*');
      expect(data).toBeNull();
      expect(error?.code).toBe('PGRST205');
    }
  });

  it.each(['private', 'auth', 'pg_catalog', 'information_schema'])(
    'the schema %s is not exposed',
    async (schema) => {
      for (const client of Object.values(clients)) {
        const { data, error } = await loose(client).schema(schema).from('settings').select('*');
        expect(data).toBeNull();
        expect(error?.code).toBe('PGRST106');
      }
    },
  );

  it.each(['record_product_view', 'request_header', 'set_config', 'pg_sleep', 'version'])(
    '%s cannot be called',
    async (name) => {
      for (const client of Object.values(clients)) {
        const { data, error } = await loose(client).rpc(name);
        expect(data).toBeNull();
        expect(error?.code).toBe('PGRST202');
      }
    },
  );

  it('lets admins read payments and no one write them', async () => {
    expect(await shop.anonymous().from('payments').select('*')).toEqual(refused);
    expect((await clients.customer?.from('payments').select('*'))?.data).toEqual([]);
    expect((await admin.from('payments').select('*')).error).toBeNull();
    const forged = {
      order_id: crypto.randomUUID(),
      provider: 'stripe',
      reference: 'pi_forged',
      amount_cents: 1,
      currency: 'USD',
    };
    for (const client of Object.values(clients)) {
      expect(await client.from('payments').insert(forged)).toEqual(refused);
      expect(
        await client.from('payments').update({ amount_cents: 1 }).neq('reference', ''),
      ).toEqual(refused);
      expect(await client.from('payments').delete().neq('reference', '')).toEqual(refused);
    }
  });
});
