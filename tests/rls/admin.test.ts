import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminEmail, type Client, openShop, password, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';

/** Tables of which a non-admin account may see nothing. */
const secrets = ['contacts', 'validity_codes', 'payments', 'orders'] as const;

describe.each(testDatabases)('who is an admin on $name', (testDatabase) => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    const { data } = await shop.service
      .from('orders')
      .insert({ name: 'Maya', email: 'maya@mail.example', address: 'x', total_amount: 1 })
      .select('id')
      .single();
    await shop.service
      .from('payments')
      .insert({
        order_id: data?.id ?? '',
        provider: 'stripe',
        reference: 'pi_1',
        amount_cents: 100,
        currency: 'USD',
      })
      .throwOnError();
    await shop.service.from('validity_codes').insert({ code: 'SH2041' }).throwOnError();
    await shop.service
      .from('contacts')
      .insert({ name: 'Maya', email: 'maya@mail.example', phone: '1', message: 'Hello' })
      .throwOnError();
  });
  afterAll(() => shop.close());

  /** How many of the closed tables the client can read; must be all or none. */
  async function seen(client: Client): Promise<number> {
    const counts = await Promise.all(
      secrets.map(async (table) => (await client.from(table).select('id')).data?.length ?? 0),
    );
    return counts.filter((rows) => rows > 0).length;
  }
  const everything = secrets.length;

  it('is an account with the role in its app metadata, as long as it is there', async () => {
    const { client, id } = await shop.createCustomer();
    expect(await seen(client)).toBe(0);
    await shop.service.auth.admin.updateUserById(id, { app_metadata: { role: 'admin' } });
    expect(await seen(client)).toBe(everything);
    await shop.service.auth.admin.updateUserById(id, { app_metadata: { role: 'customer' } });
    expect(await seen(client)).toBe(0);
  });

  it('is an account whose user metadata the service role set', async () => {
    const { client, id } = await shop.createCustomer();
    await shop.service.auth.admin.updateUserById(id, { user_metadata: { role: 'admin' } });
    expect(await seen(client)).toBe(everything);
    const changed = await client.auth.updateUser({ data: { full_name: 'Still the admin' } });
    expect(changed.data.user?.user_metadata).toMatchObject({ role: 'admin' });
    expect(await seen(client)).toBe(everything);
  });

  it('ignores user metadata when its writer is unknown', async () => {
    const { client, id } = await shop.createCustomer();
    await shop.service.auth.admin.updateUserById(id, { user_metadata: { role: 'admin' } });
    await shop.setSetting('user_metadata_writer_known', 'false');
    expect(await seen(client)).toBe(0);
    await shop.setSetting('user_metadata_writer_known', 'true');
    expect(await seen(client)).toBe(everything);
  });

  it('ignores a role sent at sign-up', async () => {
    const client = await shop.signUp('climber@mail.example', { role: 'admin', full_name: 'Eve' });
    const { data } = await client.auth.getUser();
    expect(data.user?.user_metadata).not.toHaveProperty('role');
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Eve' });
    expect(data.user?.app_metadata).not.toHaveProperty('role');
    expect(await seen(client)).toBe(0);
  });

  it('ignores a role that a customer sets later, before and after a token refresh', async () => {
    const { client } = await shop.createCustomer();
    for (const data of [{ role: 'admin' }, { role: ['admin'], app_metadata: { role: 'admin' } }]) {
      const { error } = await client.auth.updateUser({ data });
      expect(error).toBeNull();
      expect(await seen(client)).toBe(0);
      expect((await client.auth.refreshSession()).error).toBeNull();
      expect(await seen(client)).toBe(0);
    }
    const { data } = await client.auth.getUser();
    expect(data.user?.user_metadata).not.toHaveProperty('role');
  });

  it('ignores the configured email address while it is unconfirmed', async () => {
    const squatter = await shop.createCustomer(adminEmail);
    expect(await seen(squatter.client)).toBe(everything);
    await shop.setConfirmed(squatter.id, false);
    expect(await seen(squatter.client)).toBe(0);
    await shop.service.auth.admin.deleteUser(squatter.id);

    const { client } = await shop.createCustomer();
    const { error } = await client.auth.updateUser({ email: adminEmail });
    expect(error).toBeNull();
    expect(await seen(client)).toBe(0);
    await client.auth.refreshSession();
    expect(await seen(client)).toBe(0);
  });

  describe('ends', () => {
    let admin: Client;
    let token: string;

    const withToken = () => shop.withToken(token);

    it('ends with sign-out, also for a saved token, in that session only', async () => {
      admin = await shop.createAdmin();
      token = await tokenOf(admin);
      const { data } = await admin.auth.getUser();
      const elsewhere = shop.anonymous();
      await elsewhere.auth.signInWithPassword({ email: data.user?.email ?? '', password });
      expect(await seen(withToken())).toBe(everything);
      await admin.auth.signOut({ scope: 'local' });
      expect(await seen(withToken())).toBe(0);
      expect(await seen(elsewhere)).toBe(everything);
    });

    it('ends when the token expires', async () => {
      admin = await shop.createAdmin();
      token = await tokenOf(admin);
      expect(await seen(withToken())).toBe(everything);
      shop.passTime(3_601_000);
      const { error, status } = await withToken().from('orders').select('id');
      expect(error?.code).toBe('PGRST303');
      expect(status).toBe(401);
      shop.passTime(-3_601_000);
    });

    it('ends when the account is banned or deleted', async () => {
      admin = await shop.createAdmin();
      token = await tokenOf(admin);
      const { data } = await admin.auth.getUser();
      const id = data.user?.id ?? '';
      await shop.service.auth.admin.updateUserById(id, { ban_duration: '1h' });
      expect(await seen(withToken())).toBe(0);
      await shop.service.auth.admin.updateUserById(id, { ban_duration: 'none' });
      await shop.service.auth.admin.deleteUser(id);
      expect(await seen(withToken())).toBe(0);
    });
  });

  it('rejects a token signed with a foreign key', async () => {
    const admin = await shop.createAdmin();
    const real = await tokenOf(admin);
    const [header = '', payload = '', signature = ''] = real.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    ];
    for (const each of forged) {
      const { status, data } = await shop.withToken(each).from('orders').select('id');
      expect(status).toBe(401);
      expect(data).toBeNull();
    }
  });

  it('lets the service role read and write what the server needs', async () => {
    expect(await seen(shop.service)).toBe(everything);
  });

  it('signs in only the account of the password', async () => {
    const { email } = await shop.createCustomer();
    const stranger = shop.anonymous();
    const wrong = await stranger.auth.signInWithPassword({ email, password: `${password}x` });
    expect(wrong.error?.code).toBe('invalid_credentials');
    expect(await seen(stranger)).toBe(0);
  });
});
