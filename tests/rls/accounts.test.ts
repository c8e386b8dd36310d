import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, openShop, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('what belongs to an account on $name', (testDatabase) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(testDatabase);
  });
  afterAll(() => shop.close());

  const order = (changes: object) => ({
    name: 'Ann',
    email: 'ann@mail.example',
    address: '1 Main St',
    total_amount: 39.9,
    ...changes,
  });
  const insertOrder = async (changes: object) => {
    const { data, error } = await shop.service
      .from('orders')
      .insert(order(changes))
      .select('id')
      .single();
    if (error) throw error;
    return data.id;
  };
  const pay = (id: string) =>
    shop.service
      .from('orders')
      .update({ payment_status: 'paid', paid_at: new Date().toISOString() })
      .eq('id', id);
  const ownerOf = async (id: string) => {
    const { data } = await shop.service.from('orders').select('user_id').eq('id', id).single();
    return data?.user_id;
  };

  describe('a guest’s order', () => {
    it('belongs to the account that confirms its address, whatever the capitals', async () => {
      const email = 'later@mail.example';
      const paid = await insertOrder({ email: 'Later@Mail.example' });
      await pay(paid);
      const left = await insertOrder({ email });
      const created = await shop.service.auth.admin.createUser({
        email,
        password: 'a long password',
      });
      const id = created.data.user?.id ?? '';
      expect(await ownerOf(paid)).toBeNull();
      await shop.setConfirmed(id, true);
      expect(await ownerOf(paid)).toBe(id);
      // Nobody has paid for this one.
      expect(await ownerOf(left)).toBeNull();
    });

    it('belongs to a confirmed account at once when it is paid, and to no other', async () => {
      const known = await shop.createCustomer('known@mail.example');
      const unconfirmed = await shop.createCustomer('unconfirmed@mail.example');
      await shop.setConfirmed(unconfirmed.id, false);
      const mine = await insertOrder({ email: known.email });
      const theirs = await insertOrder({ email: unconfirmed.email });
      const nobodys = await insertOrder({ email: 'nobody@mail.example' });
      for (const id of [mine, theirs, nobodys]) expect((await pay(id)).error).toBeNull();
      expect(await ownerOf(mine)).toBe(known.id);
      expect(await ownerOf(theirs)).toBeNull();
      expect(await ownerOf(nobodys)).toBeNull();
    });

    it('stays with its first owner', async () => {
      const owner = await shop.createCustomer();
      const other = await shop.createCustomer('other@mail.example');
      const id = await insertOrder({ email: other.email, user_id: owner.id });
      await pay(id);
      expect(await ownerOf(id)).toBe(owner.id);
    });
  });

  it('requires a second factor from admins who have one', async () => {
    const admin = await shop.createAdmin();
    const { data } = await admin.auth.getUser();
    await shop.service.from('orders').insert(order({}));
    const seen = async () => (await admin.from('orders').select('id')).data?.length;
    expect(await seen()).toBeGreaterThan(0);
    await shop.database.query({
      text: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values ($1, $2, 'totp', 'verified', now(), now())`,
      values: [randomUUID(), data.user?.id],
    });
    expect(await seen()).toBe(0);
    await shop.database.query({
      text: `update auth.sessions set aal = 'aal2' where user_id = $1`,
      values: [data.user?.id],
    });
    await admin.auth.refreshSession();
    expect(await seen()).toBeGreaterThan(0);
  });

  describe('with an authenticator app', () => {
    let customer: Customer;
    beforeAll(async () => {
      customer = await shop.createCustomer();
      await insertOrder({ user_id: customer.id });
      await customer.client.rpc('replace_cart', {
        items: [
          {
            product_id: randomUUID(),
            product_name: 'Resin',
            weight: '30g',
            price: 39.9,
            quantity: 1,
          },
        ],
      });
    });
    const seen = async () => ({
      orders: (await customer.client.from('orders').select('id')).data?.length,
      lines: (await customer.client.from('cart_items').select('id')).data?.length,
    });
    const addFactor = (status: string) =>
      shop.database.query({
        text: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          values ($1, $2, 'totp', $3::auth.factor_status, now(), now())`,
        values: [randomUUID(), customer.id, status],
      });

    it('accepts a password alone only while no authenticator app is set up', async () => {
      expect(await seen()).toEqual({ orders: 1, lines: 1 });
      await addFactor('unverified');
      expect(await seen()).toEqual({ orders: 1, lines: 1 });
      await addFactor('verified');
      expect(await seen()).toEqual({ orders: 0, lines: 0 });
      const { error } = await customer.client.rpc('replace_cart', {
        items: [{ product_id: randomUUID(), product_name: 'R', weight: '', price: 1, quantity: 1 }],
      });
      expect(error?.code).toBe('42501');
    });
  });

  describe('is deleted by its owner alone', () => {
    /** Signed in with these methods this many minutes ago; the token was just refreshed. */
    const signedInBy = async (
      methods: string[],
      { password = false, minutesAgo = 0 }: { password?: boolean; minutesAgo?: number } = {},
    ) => {
      const customer = await shop.createCustomer();
      await shop.database.query({
        text: `update auth.users set encrypted_password = case when $2 then encrypted_password end
          where id = $1`,
        values: [customer.id, password],
      });
      await shop.database.query({
        text: `delete from auth.mfa_amr_claims
          where session_id in (select id from auth.sessions where user_id = $1)`,
        values: [customer.id],
      });
      await shop.database.query({
        text: `insert into auth.mfa_amr_claims
            (id, session_id, authentication_method, created_at, updated_at)
          select gen_random_uuid(), session.id, method, moment, moment
          from auth.sessions as session, unnest($2::text[]) as method,
            (select now() - make_interval(mins => $3) as moment) as ago
          where session.user_id = $1`,
        values: [customer.id, methods, minutesAgo],
      });
      await customer.client.auth.refreshSession();
      return customer;
    };
    /** Returns what the account page is told and what the deletion does. */
    const tryToDelete = async ({ client, id }: Customer) => {
      const proof = await tokenOf(client);
      const told = await client.functions.invoke('account-proof', { body: {} });
      const deleted = await client.functions.invoke('delete-account', { body: { proof } });
      const { data } = await shop.service.auth.admin.getUserById(id);
      const code = deleted.error ? (await deleted.response?.json())?.error.code : null;
      return { ...told.data, code, isGone: data.user === null };
    };
    const gone = { code: null, isGone: true };
    const kept = { code: 'proof_needed', isGone: false };

    it.each(['oauth', 'otp', 'magiclink', 'recovery', 'sso/saml'])(
      'who has no password and came by %s a moment ago',
      async (method) => {
        const owner = await signedInBy([method]);
        expect(await tryToDelete(owner)).toEqual({ password: false, recent: true, ...gone });
      },
    );

    it('not long after that, however fresh the token', async () => {
      const owner = await signedInBy(['oauth', 'otp'], { minutesAgo: 11 });
      expect(await tryToDelete(owner)).toEqual({ password: false, recent: false, ...kept });
    });

    it('not by what is no way to sign in', async () => {
      const methods = ['token_refresh', 'totp', 'anonymous', 'email_change'];
      const owner = await signedInBy(methods);
      expect(await tryToDelete(owner)).toEqual({ password: false, recent: false, ...kept });
    });

    it('only by the password where there is one', async () => {
      const owner = await signedInBy(['oauth', 'otp', 'totp'], { password: true });
      expect(await tryToDelete(owner)).toEqual({ password: true, recent: false, ...kept });
      const knowing = await signedInBy(['password'], { password: true });
      expect(await tryToDelete(knowing)).toEqual({ password: true, recent: true, ...gone });
    });

    it('not by the fresh sign-in of somebody else', async () => {
      const owner = await signedInBy(['oauth'], { minutesAgo: 11 });
      const other = await signedInBy(['oauth']);
      const proof = await tokenOf(other.client);
      await owner.client.functions.invoke('delete-account', { body: { proof } });
      expect((await shop.service.auth.admin.getUserById(owner.id)).data.user).not.toBeNull();
    });

    it('not before the second step of an account that has one', async () => {
      const owner = await signedInBy(['oauth']);
      await shop.database.query({
        text: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          values ($1, $2, 'totp', 'verified', now(), now())`,
        values: [randomUUID(), owner.id],
      });
      const refused = { code: 'second_step_needed', isGone: false };
      expect(await tryToDelete(owner)).toMatchObject(refused);
    });
  });

  it('leaves no failed email behind when it is deleted', async () => {
    const { client, email } = await shop.createCustomer();
    await shop.database.query({
      text: `insert into private.email_outbox (dedupe_key, recipient, subject, html, text, status)
        values ($1, $2, 'Hello', 'Hello', 'Hello', 'failed')`,
      values: [`contact:${randomUUID()}`, email],
    });
    const proof = await tokenOf(client);
    const { data } = await client.functions.invoke('delete-account', { body: { proof } });
    expect(data).toEqual({ deleted: true });
    const admin = await shop.createAdmin();
    expect((await admin.from('failed_mails').select('recipient, subject')).data).toEqual([]);
    const { rows } = await shop.database.query({
      text: `select text from private.email_outbox where recipient = $1 or text = 'Hello'`,
      values: [email],
    });
    expect(rows).not.toContainEqual({ text: 'Hello' });
  });
});
