import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
import { createHarness, type Harness, openMailedLink, SITE } from '../auth-harness.ts';
import { hashCode } from '../codes/one-time-tokens.ts';

let database: Database;
let shop: Harness;

beforeAll(async () => {
  database = await openEmptyPglite();
});
afterAll(() => database.close());
beforeEach(async () => {
  shop = await createHarness(database);
  await database.query({ text: 'delete from auth.users' });
});

const ada = { email: 'ada@example.com', password: 'secret1' };

describe('a new address', () => {
  it('waits for its confirmation', async () => {
    const visitor = shop.visitor();
    const { data, error } = await visitor.signUp({
      email: 'Ada@Example.com',
      password: 'secret1',
      options: { data: { full_name: 'Ada' }, emailRedirectTo: `${SITE}/welcome?from=mail` },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      role: 'authenticated',
      aud: 'authenticated',
      user_metadata: { full_name: 'Ada' },
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const early = await visitor.signInWithPassword(ada);
    expect(early.error?.code).toBe('email_not_confirmed');
  });

  it('is confirmed by opening the emailed link, which starts a session', async () => {
    const visitor = shop.visitor();
    const emailRedirectTo = `${SITE}/welcome?from=mail`;
    await visitor.signUp({ ...ada, options: { emailRedirectTo } });
    const mail = shop.lastMail(ada.email);
    expect(mail.kind).toBe('confirmation');
    expect(mail.redirectTo).toBe(emailRedirectTo);
    expect(mail.link).toMatch(
      /^http:\/\/shop\.example\/auth\/v1\/verify\?token=[0-9a-f]{64}&type=signup&redirect_to=/,
    );

    const landed = await openMailedLink(shop, ada.email);
    const fragment = new URLSearchParams(landed.hash.slice(1));
    landed.hash = '';
    expect(landed.href).toBe(emailRedirectTo);
    expect(fragment.get('type')).toBe('signup');
    expect(fragment.get('token_type')).toBe('bearer');
    const session = await visitor.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(session.error).toBeNull();
    expect(session.data.user?.email_confirmed_at).toBeTruthy();
    expect(session.data.user?.user_metadata.email_verified).toBe(true);
    expect(session.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
    expect((await visitor.signInWithPassword(ada)).error).toBeNull();
  });

  it('is confirmed by typing in the code', async () => {
    const visitor = shop.visitor();
    await visitor.signUp(ada);
    const wrong = await visitor.verifyOtp({ email: ada.email, token: '12345', type: 'signup' });
    expect(wrong.error?.code).toBe('otp_expired');
    const { token } = shop.lastMail(ada.email);
    const { data, error } = await visitor.verifyOtp({ email: ada.email, token, type: 'signup' });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(ada.email);
  });

  it('is confirmed at once where addresses need no confirmation', async () => {
    shop = await createHarness(database, { settings: { confirmEmails: false } });
    const { data } = await shop.visitor().signUp(ada);
    expect(data.session?.access_token).toBeTruthy();
    expect(shop.mails).toHaveLength(0);
    const again = await shop.visitor().signUp(ada);
    expect(again.error?.code).toBe('user_already_exists');
  });
});

describe('the link of a mail', () => {
  it('works once', async () => {
    await shop.visitor().signUp(ada);
    await openMailedLink(shop, ada.email);
    const again = await openMailedLink(shop, ada.email);
    const fragment = new URLSearchParams(again.hash.slice(1));
    expect(fragment.get('error')).toBe('access_denied');
    expect(fragment.get('error_code')).toBe('otp_expired');
    expect(fragment.get('error_description')).toBe('Email link is invalid or has expired');
    expect(fragment.get('access_token')).toBeNull();
  });

  it('works for an hour', async () => {
    await shop.visitor().signUp(ada);
    shop.pass(3_601_000);
    const late = await openMailedLink(shop, ada.email);
    expect(late.hash).toContain('error_code=otp_expired');
  });

  it('is not spent by a HEAD request', async () => {
    await shop.visitor().signUp(ada);
    const { pathname, search } = new URL(shop.lastMail(ada.email).link);
    await shop.auth.fetch(new Request(SITE + pathname + search, { method: 'HEAD' }), {
      role: 'anon',
    });
    const landed = await openMailedLink(shop, ada.email);
    expect(landed.hash).toContain('access_token=');
  });

  it('cannot be computed from the address and the code', async () => {
    await shop.visitor().signUp(ada);
    const { token, tokenHash } = shop.lastMail(ada.email);
    expect(tokenHash).not.toBe(hashCode('', ada.email, token));
    expect(tokenHash).toBe(hashCode(shop.secrets.oneTimeTokenKey, ada.email, token));
  });

  it('redirects only to the site or an allowed address', async () => {
    const targets: Record<string, string> = {
      'https://app.example/welcome': 'https://app.example/welcome',
      '/auth?mode=reset': `${SITE}/auth?mode=reset`,
      'https://app.example/welcome/../x': SITE,
      'https://app.example/welcome?x=1': SITE,
      'https://evil.example': SITE,
      '//evil.example': SITE,
      '/\\evil.example': SITE,
      'http://shop.example@evil.example/': SITE,
      'http://shop.example.evil.example/': SITE,
      'http://user:word@shop.example/': SITE,
      'https://shop.example/': SITE,
      'http://shop.example:81/': SITE,
      'javascript:alert(1)': SITE,
      'data:text/html,x': SITE,
    };
    const led: Record<string, string> = {};
    for (const wanted of Object.keys(targets)) {
      const email = `${crypto.randomUUID()}@example.com`;
      await shop.visitor().signUp({ ...ada, email, options: { emailRedirectTo: wanted } });
      led[wanted] = shop.lastMail(email).redirectTo;
    }
    expect(led).toEqual(targets);
  });
});

describe('an address that has an account', () => {
  it('gets the same response as a new one, except for its empty list of identities', async () => {
    await shop.member(ada.email, ada.password);
    const { mails, hasher } = shop;
    mails.length = 0;
    const options = { data: { full_name: 'Eve' } };
    const known = await shop.visitor().signUp({ ...ada, password: 'another', options });
    expect(mails).toHaveLength(0);
    const hashedForKnown = hasher.hashed;
    const fresh = await shop
      .visitor()
      .signUp({ email: 'new@example.com', password: 'another', options });
    expect(hasher.hashed - hashedForKnown).toBe(1);
    expect(hashedForKnown).toBeGreaterThan(1);

    expect(known.error).toBeNull();
    expect(Object.keys(known.data.user ?? {}).sort()).toEqual(
      Object.keys(fresh.data.user ?? {}).sort(),
    );
    expect(known.data.user?.identities).toEqual([]);
    expect(known.data.user?.user_metadata).toEqual({ full_name: 'Eve' });
    expect((await shop.visitor().signInWithPassword(ada)).error).toBeNull();
  });

  it('keeps its first password while it waits for its confirmation', async () => {
    await shop.visitor().signUp(ada);
    shop.mails.length = 0;
    const { error } = await shop.visitor().signUp({ ...ada, password: 'of a stranger' });
    expect(error).toBeNull();
    expect(shop.mails).toHaveLength(1);
    await openMailedLink(shop, ada.email);
    const stranger = await shop.visitor().signInWithPassword({ ...ada, password: 'of a stranger' });
    expect(stranger.error?.code).toBe('invalid_credentials');
  });

  it('becomes one account when two people sign up at once', async () => {
    const both = await Promise.all([shop.visitor().signUp(ada), shop.visitor().signUp(ada)]);
    expect(both.map(({ error }) => error)).toEqual([null, null]);
    const { rows } = await database.query({ text: 'select 1 from auth.users' });
    expect(rows).toHaveLength(1);
  });
});

describe('what clients may not write', () => {
  it('is removed by the hook, which knows who is writing', async () => {
    const writers: string[] = [];
    shop = await createHarness(database, {
      sanitizeUserMetadata: (data, writer) => {
        writers.push(writer);
        return writer === 'client'
          ? Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'role'))
          : data;
      },
    });
    const member = await shop.member(ada.email, ada.password, { role: 'admin', full_name: 'Ada' });
    const { data } = await member.updateUser({ data: { role: 'admin', city: 'Bath' } });
    expect(data.user?.user_metadata).toEqual({
      full_name: 'Ada',
      city: 'Bath',
      email_verified: true,
    });
    expect(writers).toEqual(['client', 'client']);

    const id = data.user?.id ?? '';
    await shop.service().admin.updateUserById(id, { user_metadata: { role: 'admin' } });
    expect((await member.getUser()).data.user?.user_metadata.role).toBe('admin');
  });

  it('can be recognized by a trigger from request.jwt.claims', async () => {
    await database.query({ text: 'create table if not exists public.writers (role text)' });
    await database.query({ text: 'truncate public.writers' });
    await database.query({
      text: `create or replace function public.note_writer() returns trigger language plpgsql as $$
        begin
          insert into public.writers values (current_setting('request.jwt.claims')::jsonb ->> 'role');
          return new;
        end $$`,
    });
    await database.query({
      text: `create or replace trigger note_writer before insert or update of raw_user_meta_data
        on auth.users for each row execute function public.note_writer()`,
    });
    const member = await shop.member(ada.email);
    const { data } = await member.updateUser({ data: { city: 'Bath' } });
    const id = data.user?.id ?? '';
    await shop.service().admin.updateUserById(id, { user_metadata: { city: 'Wells' } });
    const { rows } = await database.query({ text: 'select role from public.writers' });
    expect(rows.map(({ role }) => role)).toEqual(['anon', 'anon', 'authenticated', 'service_role']);
    await database.query({ text: 'drop trigger note_writer on auth.users' });
  });

  it('is limited to 16 kB of metadata, however many calls add to it', async () => {
    const large = { note: 'x'.repeat(17_000) };
    const refused = await shop.visitor().signUp({
      email: 'large@example.com',
      password: 'a long password',
      options: { data: large },
    });
    expect(refused.error?.status).toBe(400);
    const member = await shop.member('grows@example.com');
    const outcomes = [];
    for (let index = 0; index < 4; index += 1) {
      const { error } = await member.updateUser({ data: { [`key ${index}`]: 'x'.repeat(6_000) } });
      outcomes.push(error?.code ?? 'stored');
    }
    expect(outcomes).toEqual(['stored', 'stored', 'validation_failed', 'validation_failed']);
    expect((await member.updateUser({ data: { 'key 0': 'short' } })).error).toBeNull();
    const { data } = await member.getUser();
    expect(JSON.stringify(data.user?.user_metadata).length).toBeLessThan(16_384);
  });

  it('is never app_metadata', async () => {
    const member = await shop.member(ada.email);
    const session = (await member.getSession()).data.session;
    const response = await shop.call('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${session?.access_token}` },
      body: JSON.stringify({ app_metadata: { role: 'admin' } }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error_code: 'not_admin' });
    const signUp = await shop.call('/signup', {
      method: 'POST',
      body: JSON.stringify({
        email: 'eve@example.com',
        password: 'secret1',
        app_metadata: { role: 'admin' },
        role: 'service_role',
      }),
    });
    expect(await signUp.json()).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
  });
});

describe('passwords', () => {
  it('are refused when weak, with the reasons', async () => {
    const { error } = await shop.visitor().signUp({ email: 'b@example.com', password: '12345' });
    expect(error).toMatchObject({
      code: 'weak_password',
      status: 422,
      reasons: ['length'],
      message: 'Password should be at least 6 characters.',
    });
    const long = await shop.visitor().signUp({ email: 'b@example.com', password: 'x'.repeat(73) });
    expect(long.error?.code).toBe('validation_failed');
  });

  it('are stored as Argon2id', async () => {
    await shop.visitor().signUp(ada);
    const { rows } = await database.query<{ encrypted_password: string }>({
      text: 'select encrypted_password from auth.users',
    });
    expect(rows[0]?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
