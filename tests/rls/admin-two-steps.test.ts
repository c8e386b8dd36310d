import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, openShop, password, refused, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const key = 'admins_need_second_step';

describe.each(testDatabases)('two-step sign-in of administrators on $name', (testDatabase) => {
  let shop: Shop;
  /** Has passed a second factor, so may require it of others. */
  let owner: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    owner = await shop.createAdmin();
    await connectApp(owner);
    await shop.service.from('partners').insert({ name: 'Hidden', active: false }).throwOnError();
  });
  beforeEach(async () => {
    await shop.service.from('site_settings').delete().eq('key', key).throwOnError();
  });
  afterAll(() => shop.close());

  /** Uses the official client, as /account does. */
  async function connectApp(client: Client): Promise<string> {
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Liv Fit' });
    if (error) throw error;
    const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
    const shown = await client.auth.mfa.challengeAndVerify({
      factorId: data.id,
      code: totp.generate(),
    });
    if (shown.error) throw shown.error;
    return data.id;
  }

  const require = (client: Client, value: unknown = true) =>
    client.from('site_settings').upsert({ key, value: value as never });
  const standing = async (client: Client) => (await client.rpc('admin_standing')).data;
  /** Whether the account is an admin; tables, functions and writes must agree. */
  async function administers(client: Client): Promise<boolean> {
    const answers = [
      (await client.from('partners').select('id').eq('name', 'Hidden')).data?.length === 1,
      (await client.rpc('admin_list', { list: 'orders' })).error === null,
      (await client.from('validity_codes').insert({ code: crypto.randomUUID() })).error === null,
    ];
    expect(new Set(answers).size).toBe(1);
    return answers[0] === true;
  }
  const emailOf = async (client: Client) => (await client.auth.getUser()).data.user?.email ?? '';
  async function signInAgain(client: Client): Promise<Client> {
    const again = shop.anonymous();
    const { error } = await again.auth.signInWithPassword({
      email: await emailOf(client),
      password,
    });
    if (error) throw error;
    return again;
  }

  it('before it, a customer’s password opens no order', async () => {
    const { client, id } = await shop.createCustomer();
    await connectApp(client);
    const { data: order } = await shop.service
      .from('orders')
      .insert({
        user_id: id,
        name: 'Ann Example',
        email: 'ann@mail.example',
        phone: '1',
        address: '1 Main Street',
        total_amount: 10,
        payment_status: 'paid',
        stripe_session_id: `cs_test_${id}`,
      } as never)
      .select('id')
      .single()
      .throwOnError();
    await shop.database.query({
      text: `insert into private.checkout_attempts (order_id, provider, attempt_key, fingerprint, access_token_hash, return_origin)
        values ($1, 'stripe', $2, '', '', '')`,
      values: [order?.id, crypto.randomUUID()],
    });
    const seenBy = async (caller: Client) =>
      (await caller.functions.invoke('recent-orders', { body: {} })).data.orders.length;
    expect(await seenBy(client)).toBe(1);
    expect(await seenBy(await signInAgain(client))).toBe(0);
  });

  it('is turned off by a recovery code, once, of which its owner is emailed', async () => {
    const admin = await shop.createAdmin();
    const recipient = await emailOf(admin);
    const told = async () => {
      const { rows } = await shop.database.query({
        text: 'select subject from private.email_outbox where recipient = $1',
        values: [recipient],
      });
      return rows;
    };
    const use = async (client: Client, code: string) =>
      (await client.functions.invoke('use-recovery-code', { body: { code } })).data;
    const makeCodes = () => admin.functions.invoke('create-recovery-codes', { body: {} });
    const early = await makeCodes();
    expect((await early.response?.json())?.error.code).toBe('second_step_needed');
    await connectApp(admin);
    const [first, second] = (await makeCodes()).data.codes;
    const again = await signInAgain(admin);
    expect(await use(again, 'abcd-efgh-jkmn-pqrs')).toBeNull();
    expect((await again.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect(await told()).toEqual([]);
    expect(await use(again, first)).toEqual({ done: true });
    expect(await use(again, first)).toBeNull();
    // There is no app left to remove.
    expect(await use(again, second)).toEqual({ done: true });
    expect((await again.auth.mfa.listFactors()).data?.totp).toEqual([]);
    const subject = 'An authenticator app was removed from your Liv Fit account';
    expect(await told()).toEqual([{ subject }]);
  });

  it('is asked of nobody until the owner asks for it', async () => {
    const admin = await shop.createAdmin();
    expect(await standing(admin)).toBe('admin');
    expect(await administers(admin)).toBe(true);
  });

  it('once required, a password alone administers nothing', async () => {
    const admin = await shop.createAdmin();
    expect((await require(owner)).error).toBeNull();
    expect(await standing(admin)).toBe('authenticator_needed');
    expect(await administers(admin)).toBe(false);
    expect(await administers(owner)).toBe(true);
    await connectApp(admin);
    expect(await standing(admin)).toBe('admin');
    expect(await administers(admin)).toBe(true);
    expect((await require(owner, false)).error).toBeNull();
    expect(await administers(await shop.createAdmin())).toBe(true);
  });

  it('an app that counts is asked for in every session, required or not', async () => {
    const again = await signInAgain(owner);
    for (const value of [false, true]) {
      await shop.service.from('site_settings').upsert({ key, value }).throwOnError();
      expect(await standing(again)).toBe('code_needed');
      expect(await administers(again)).toBe(false);
    }
  });

  it('a token of before the second step stays one of before it', async () => {
    const admin = await shop.createAdmin();
    const early = await tokenOf(admin);
    await connectApp(admin);
    expect(await administers(admin)).toBe(true);
    expect(await administers(shop.withToken(early))).toBe(false);
  });

  it('a token of an app that was taken away counts no longer', async () => {
    const admin = await shop.createAdmin();
    const factorId = await connectApp(admin);
    await require(owner).throwOnError();
    const { data } = await admin.auth.getUser();
    await shop.service.auth.admin.mfa.deleteFactor({ id: factorId, userId: data.user?.id ?? '' });
    expect(await standing(admin)).toBe('authenticator_needed');
    expect(await administers(admin)).toBe(false);
  });

  it('can only be changed by an admin with a second factor, so no one is locked out', async () => {
    const admin = await shop.createAdmin();
    expect(await require(admin)).toEqual(refused);
    expect(await require(admin, false)).toEqual(refused);
    const sneaked = admin.from('site_settings').update({ key }).eq('key', 'tagline');
    await shop.service.from('site_settings').upsert({ key: 'tagline', value: true });
    expect(await sneaked).toEqual(refused);
    await require(owner, false).throwOnError();
    expect(await admin.from('site_settings').delete().eq('key', key)).toEqual(refused);
    await require(owner).throwOnError();
    const again = await signInAgain(owner);
    expect(await require(again, false)).toEqual(refused);
    for (const client of [admin, again]) {
      await client.from('site_settings').delete().eq('key', key);
      await client.from('site_settings').update({ value: false }).eq('key', key);
    }
    expect(await standing(admin)).toBe('authenticator_needed');
    expect((await require(owner, 'yes')).error?.code).toBe('23514');
  });

  it('is refused to customers, visitors and forged or expired admin tokens', async () => {
    await require(owner).throwOnError();
    const { client: customer } = await shop.createCustomer();
    await connectApp(customer);
    const claims = await shop.signUp(`${crypto.randomUUID()}@mail.example`, { role: 'admin' });
    for (const client of [customer, claims, shop.anonymous()]) {
      const { data } = await client.from('site_settings').select().eq('key', key);
      expect(data).toEqual([]);
      expect(await require(client, false)).toEqual(refused);
      expect(await administers(client)).toBe(false);
    }
    expect(await standing(customer)).toBe('none');
    expect(await standing(claims)).toBe('none');
    expect(await shop.anonymous().rpc('admin_standing')).toEqual(refused);

    const expired = shop.withToken(await tokenOf(owner));
    const signedOut = await shop.createAdmin();
    const token = await tokenOf(signedOut);
    await signedOut.auth.signOut({ scope: 'local' });
    const kept = await shop.withToken(token).rpc('admin_standing');
    expect(kept).toMatchObject({ status: 401, data: null });
    shop.passTime(2 * 60 * 60_000);
    expect(await expired.rpc('admin_standing')).toMatchObject({ status: 401, data: null });
    expect(await require(expired, false)).toMatchObject({ status: 401 });
    await owner.auth.refreshSession();
    expect(await administers(owner)).toBe(true);
  });

  it('is logged when it is turned on or off', async () => {
    await require(owner).throwOnError();
    const { data } = await owner
      .from('audit_log')
      .select('actor_email, after')
      .eq('table_name', 'site_settings')
      .eq('row_id', key)
      .order('id', { ascending: false })
      .limit(1);
    expect(data).toEqual([
      { actor_email: await emailOf(owner), after: expect.objectContaining({ value: true }) },
    ]);
  });
});
