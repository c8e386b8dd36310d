import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, password, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('a token whose session has ended, on $name', (testDatabase) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(testDatabase);
  });
  afterAll(() => shop.close());

  const tryEverything = async (token: string) => {
    const client = shop.withToken(token);
    const rest = await client.from('products').select('id').limit(1);
    const file = await client.storage.from('uploads').list();
    const call = await client.functions.invoke('export-account', { body: {} });
    return {
      rest: rest.status,
      storage: file.error ? (file.error as { status?: number }).status : 200,
      functions: call.response?.status,
    };
  };
  const accepted = { rest: 200, storage: 200, functions: 200 };
  const refused = { rest: 401, storage: 400, functions: 401 };

  it.each(['global', 'local'] as const)(
    'is refused everywhere after a %s sign-out',
    async (scope) => {
      const { client } = await shop.createCustomer();
      const token = await tokenOf(client);
      expect(await tryEverything(token)).toEqual(accepted);
      expect((await client.auth.signOut({ scope })).error).toBeNull();
      expect(await tryEverything(token)).toEqual(refused);
    },
  );

  it('is refused once the account is banned or deleted, while other sessions continue', async () => {
    const { client, id, email } = await shop.createCustomer();
    const token = await tokenOf(client);
    const elsewhere = shop.anonymous();
    await elsewhere.auth.signInWithPassword({ email, password });
    const other = await tokenOf(elsewhere);
    await client.auth.signOut({ scope: 'local' });
    expect(await tryEverything(token)).toEqual(refused);
    expect(await tryEverything(other)).toEqual(accepted);
    await shop.service.auth.admin.updateUserById(id, { ban_duration: '1h' });
    expect(await tryEverything(other)).toEqual(refused);
    await shop.service.auth.admin.deleteUser(id);
    expect(await tryEverything(other)).toEqual(refused);
  });

  it('does not open another person’s order: orders of an address belong to whoever opens its link', async () => {
    const email = 'guest-before@mail.example';
    const { data } = await shop.service
      .from('orders')
      .insert({ name: 'Ann', email, address: '1 Main St', total_amount: 39.9 })
      .select('id')
      .single();
    const id = data?.id ?? '';
    const paid = { payment_status: 'paid', paid_at: new Date().toISOString() };
    await shop.service.from('orders').update(paid).eq('id', id);
    // Somebody else signs up with the address first, and its owner opens the link in her own browser.
    const stranger = shop.anonymous();
    await stranger.auth.signUp({ email, password: 'chosen by a stranger' });
    const link = shop.mails.findLast((mail) => mail.to === email)?.link ?? '';
    const opened = await shop.send(link);
    const arrived = new URLSearchParams(
      new URL(opened.headers.get('location') ?? '').hash.slice(1),
    );
    expect(arrived.get('type')).toBe('recovery');
    const tried = await stranger.auth.signInWithPassword({
      email,
      password: 'chosen by a stranger',
    });
    expect(tried.error?.code).toBe('invalid_credentials');
    const owner = shop.withToken(arrived.get('access_token') ?? '');
    const { data: orders } = await owner.from('orders').select('id');
    expect(orders).toEqual([{ id }]);
  });
});
