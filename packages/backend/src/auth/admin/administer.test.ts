import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
import { createHarness, type Harness, openMailedLink, SITE } from '../auth-harness.ts';

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

const email = 'ada@example.com';
const password = 'a long password';

describe('accounts managed with the secret key', () => {
  it('are created, read, changed and deleted', async () => {
    const { admin } = shop.service();
    const created = await admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { role: 'admin' },
    });
    expect(created.error).toBeNull();
    const id = created.data.user?.id ?? '';
    expect(created.data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', providers: ['email'], role: 'admin' },
      user_metadata: { full_name: 'Ada', email_verified: true },
    });
    const { data } = await shop.visitor().signInWithPassword({ email, password });
    expect(data.user?.app_metadata.role).toBe('admin');

    const changed = await admin.updateUserById(id, {
      email: 'Countess@Example.com',
      email_confirm: true,
      password: 'brand new',
      app_metadata: { role: null, tier: 'gold' },
    });
    expect(changed.data.user).toMatchObject({
      email: 'countess@example.com',
      app_metadata: { provider: 'email', providers: ['email'], tier: 'gold' },
    });
    expect(changed.data.user?.app_metadata.role).toBeUndefined();
    expect(changed.data.user?.identities?.[0]?.identity_data).toMatchObject({
      email: 'countess@example.com',
      email_verified: true,
    });
    const credentials = { email: 'countess@example.com', password: 'brand new' };
    expect((await shop.visitor().signInWithPassword(credentials)).error).toBeNull();
    expect((await admin.getUserById(id)).data.user?.email).toBe('countess@example.com');
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);

    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
    const { rows } = await database.query({
      text: 'select 1 from auth.identities union all select 1 from auth.sessions',
    });
    expect(rows).toHaveLength(0);
  });

  it('come in pages', async () => {
    const { admin } = shop.service();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await admin.createUser({ email: `${name}@example.com`, email_confirm: true });
    }
    const first = await admin.listUsers({ page: 1, perPage: 2 });
    expect(first.data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3 });
    const last = await admin.listUsers({ page: 3, perPage: 2 });
    expect(last.data.users).toHaveLength(1);
    expect(last.data).toMatchObject({ nextPage: null });
    const all = [...first.data.users, ...last.data.users].map((user) => user.email);
    expect(new Set(all).size).toBe(3);
    const bad = await shop.call('/admin/users?page=0', { key: shop.secrets.secretKey });
    expect(bad.status).toBe(400);
  });

  it('may bring their Argon2 or bcrypt hash along, and no other', async () => {
    const { admin } = shop.service();
    const brought = await hash(password, { memoryCost: 65_536, timeCost: 3, parallelism: 1 });
    const good = await admin.createUser({ email, password_hash: brought, email_confirm: true });
    expect(good.error).toBeNull();
    expect((await shop.visitor().signInWithPassword({ email, password })).error).toBeNull();
    const bcrypt = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
    const older = await admin.createUser({ email: 'b@example.com', password_hash: bcrypt });
    expect(older.error).toBeNull();
    for (const other of ['$1$salt$qJH7.N4xYta3aEG/dfqo/0', '$2a$10$short', 'plain words']) {
      const refused = await admin.createUser({ email: 'c@example.com', password_hash: other });
      expect(refused.error?.code).toBe('validation_failed');
    }
  });

  it('are not created twice', async () => {
    const { admin } = shop.service();
    await admin.createUser({ email, phone: '+44 7700 900000' });
    expect((await admin.createUser({ email })).error?.code).toBe('email_exists');
    const samePhone = await admin.createUser({ phone: '447700900000' });
    expect(samePhone.error?.code).toBe('phone_exists');
    expect((await admin.createUser({})).error?.code).toBe('validation_failed');
  });

  it('leave nothing personal behind when deleted softly', async () => {
    const member = await shop.member(email, password, { full_name: 'Ada' });
    const { user } = (await member.getUser()).data;
    await shop.service().admin.deleteUser(user?.id ?? '', true);
    const { rows } = await database.query<{ everything: string }>({
      text: `select to_jsonb(u)::text || coalesce((
        select string_agg(to_jsonb(i)::text, '') from auth.identities i), '') as everything
        from auth.users u`,
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.everything).not.toMatch(/"ada"|ada@/i);
    expect((await member.getUser()).error).not.toBeNull();
    expect((await shop.visitor().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await shop.visitor().signUp({ email, password })).data.user?.identities).toHaveLength(
      1,
    );
  });
});

describe('invitations and links', () => {
  it('invite by mail', async () => {
    const { admin } = shop.service();
    const { data } = await admin.inviteUserByEmail(email, {
      data: { full_name: 'Ada' },
      redirectTo: `${SITE}/welcome`,
    });
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada' } });
    expect(data.user?.invited_at).toBeTruthy();
    expect(shop.lastMail(email)).toMatchObject({ kind: 'invite', redirectTo: `${SITE}/welcome` });
    const landed = await openMailedLink(shop, email);
    expect(landed.hash).toContain('type=invite');
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  it('are made for the caller to deliver', async () => {
    const { admin } = shop.service();
    const signUp = await admin.generateLink({ type: 'signup', email, password });
    expect(signUp.data.properties).toMatchObject({
      verification_type: 'signup',
      redirect_to: SITE,
    });
    const { email_otp: token = '' } = signUp.data.properties ?? {};
    const confirmed = await shop.visitor().verifyOtp({ email, token, type: 'signup' });
    expect(confirmed.data.session).not.toBeNull();

    const recovery = await admin.generateLink({
      type: 'recovery',
      email,
      options: { redirectTo: `${SITE}/auth?mode=reset` },
    });
    const link = new URL(recovery.data.properties?.action_link ?? '');
    expect(link.searchParams.get('redirect_to')).toBe(`${SITE}/auth?mode=reset`);
    const hashed = recovery.data.properties?.hashed_token ?? '';
    const used = await shop.visitor().verifyOtp({ token_hash: hashed, type: 'recovery' });
    expect(used.data.user?.email).toBe(email);

    const stranger = await admin.generateLink({ type: 'magiclink', email: 'new@example.com' });
    expect(stranger.data.properties?.verification_type).toBe('signup');
    const missing = await admin.generateLink({ type: 'recovery', email: 'nobody@example.com' });
    expect(missing.error?.code).toBe('user_not_found');

    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const newEmail = 'countess@example.com';
      const change = await admin.generateLink({ type, email, newEmail });
      expect(change.error).toBeNull();
    }
    expect(shop.mails).toHaveLength(0);
  });
});

describe('everybody else', () => {
  it('is refused', async () => {
    const member = await shop.member(email, password);
    const { session } = (await member.getSession()).data;
    const bearer = { authorization: `Bearer ${session?.access_token}` };
    const id = session?.user.id;
    const calls: [string, string][] = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${id}`],
      ['PUT', `/admin/users/${id}`],
      ['DELETE', `/admin/users/${id}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ];
    const body = (method: string) => (method === 'GET' ? {} : { body: '{}' });
    for (const [method, path] of calls) {
      const anonymous = await shop.call(path, { method, ...body(method) });
      expect([path, anonymous.status]).toEqual([path, 401]);
      const asMember = await shop.call(path, { method, headers: bearer, ...body(method) });
      expect([path, (await asMember.json()).error_code]).toEqual([path, 'not_admin']);
      const key = shop.secrets.secretKey;
      const withSecretKey = await shop.call(path, {
        method,
        key,
        headers: bearer,
        ...body(method),
      });
      expect([path, (await withSecretKey.json()).error_code]).toEqual([path, 'not_admin']);
    }
  });

  it('has no right on the account tables', async () => {
    const { rows } = await database.query<{ grant: string }>({
      text: `select r.rolname || ' ' || p.privilege || ' ' || c.relname as grant
        from pg_class c join pg_namespace n on n.oid = c.relnamespace,
          unnest(array['anon', 'authenticated', 'service_role']) as r (rolname),
          unnest(array['select', 'insert', 'update', 'delete']) as p (privilege)
        where n.nspname = 'auth' and c.relkind in ('r', 'v')
          and has_table_privilege(r.rolname, c.oid, p.privilege)`,
    });
    expect(rows).toEqual([]);
  });
});
