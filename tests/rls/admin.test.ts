import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places } from './places.ts';
import { adminEmail, type Client, openShop, password, type Shop, tokenOf } from './shop.ts';

/** Tables of which an account that is no admin may see nothing. */
const secrets = ['contacts', 'validity_codes', 'payments', 'orders'] as const;

describe.each(places)('who is an admin on $name', (place) => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop(place);
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

  /** How many of the closed tables the client sees into; all of them or none. */
  async function seen(client: Client): Promise<number> {
    const counts = await Promise.all(
      secrets.map(async (table) => (await client.from(table).select('id')).data?.length ?? 0),
    );
    return counts.filter((rows) => rows > 0).length;
  }
  const everything = secrets.length;

  it('an account whose app metadata says so, at once and until it no longer does', async () => {
    const { client, id } = await shop.createCustomer();
    expect(await seen(client)).toBe(0);
    await shop.service.auth.admin.updateUserById(id, { app_metadata: { role: 'admin' } });
    expect(await seen(client)).toBe(everything);
    await shop.service.auth.admin.updateUserById(id, { app_metadata: { role: 'customer' } });
    expect(await seen(client)).toBe(0);
  });

  it('an account whose user metadata the service role made so', async () => {
    const { client, id } = await shop.createCustomer();
    await shop.service.auth.admin.updateUserById(id, { user_metadata: { role: 'admin' } });
    expect(await seen(client)).toBe(everything);
    const changed = await client.auth.updateUser({ data: { full_name: 'Still the admin' } });
    expect(changed.data.user?.user_metadata).toMatchObject({ role: 'admin' });
    expect(await seen(client)).toBe(everything);
  });

  it('but not by user metadata where its writer cannot be known', async () => {
    const { client, id } = await shop.createCustomer();
    await shop.service.auth.admin.updateUserById(id, { user_metadata: { role: 'admin' } });
    await shop.setSetting('user_metadata_writer_known', 'false');
    expect(await seen(client)).toBe(0);
    await shop.setSetting('user_metadata_writer_known', 'true');
    expect(await seen(client)).toBe(everything);
  });

  it('not one who says so when signing up', async () => {
    const client = await shop.signUp('climber@mail.example', { role: 'admin', full_name: 'Eve' });
    const { data } = await client.auth.getUser();
    expect(data.user?.user_metadata).not.toHaveProperty('role');
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Eve' });
    expect(data.user?.app_metadata).not.toHaveProperty('role');
    expect(await seen(client)).toBe(0);
  });

  it('nor one who says so later, before and after a new token', async () => {
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

  it('nor one who holds the configured address without having confirmed it', async () => {
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

    it('when the admin signs out, also for a token that was kept, and not elsewhere', async () => {
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

    it('when the token expires', async () => {
      admin = await shop.createAdmin();
      token = await tokenOf(admin);
      expect(await seen(withToken())).toBe(everything);
      shop.passTime(3_601_000);
      const { error, status } = await withToken().from('orders').select('id');
      expect(error?.code).toBe('PGRST303');
      expect(status).toBe(401);
      shop.passTime(-3_601_000);
    });

    it('when the account is banned or deleted', async () => {
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

  it('nobody by a token that is not ours', async () => {
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

  it('the service role sees and writes what the server needs', async () => {
    expect(await seen(shop.service)).toBe(everything);
  });

  it('and a password opens nobody else', async () => {
    const { email } = await shop.createCustomer();
    const stranger = shop.anonymous();
    const wrong = await stranger.auth.signInWithPassword({ email, password: `${password}x` });
    expect(wrong.error?.code).toBe('invalid_credentials');
    expect(await seen(stranger)).toBe(0);
  });
});
