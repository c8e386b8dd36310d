import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateSigningKeys } from '../../access/signing-keys.ts';
import { createTokenSigner } from '../../access/token-signer.ts';
import type { Database } from '../../database/database.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
import { createHarness, type Harness, SITE } from '../auth-harness.ts';

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

const ada = { email: 'ada@example.com', password: 'a long password' };

async function sessionOf(client: Awaited<ReturnType<Harness['member']>>) {
  const { data } = await client.getSession();
  if (!data.session) throw new Error('Not signed in');
  return data.session;
}

const asUser = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('signing in', () => {
  it('gives a token with the claims of a hosted project', async () => {
    const member = await shop.member(ada.email);
    const { data, error } = await member.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(data?.claims).toMatchObject({
      iss: `${SITE}/auth/v1`,
      aud: 'authenticated',
      role: 'authenticated',
      email: ada.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email_verified: true },
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
    expect(Number(data?.claims.exp) - Number(data?.claims.iat)).toBe(3600);
  });

  it('does the same work for an unknown address, a wrong password and an account without one', async () => {
    await shop.member(ada.email);
    await shop.service().admin.inviteUserByEmail('invited@example.com');
    shop.hasher.verified.length = 0;
    const answers = [];
    for (const email of ['nobody@example.com', ada.email, 'invited@example.com']) {
      const { error } = await shop.visitor().signInWithPassword({ email, password: 'wrong' });
      answers.push([error?.status, error?.code, error?.message]);
    }
    expect(new Set(answers.map(String))).toEqual(
      new Set(['400,invalid_credentials,Invalid login credentials']),
    );
    expect(shop.hasher.verified).toHaveLength(3);
    expect(shop.hasher.verified[0]).toBeUndefined();
  });

  it('refuses a hash it cannot check, after the same work', async () => {
    await shop.member(ada.email);
    await database.query({
      text: 'update auth.users set encrypted_password = $1',
      values: ['$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
    });
    const { error } = await shop.visitor().signInWithPassword(ada);
    expect(error?.code).toBe('invalid_credentials');
  });

  it('reveals a ban only with the right password', async () => {
    const member = await shop.member(ada.email);
    const { user } = await sessionOf(member);
    await shop.service().admin.updateUserById(user.id, { ban_duration: '1h30m' });
    const wrong = await shop.visitor().signInWithPassword({ ...ada, password: 'wrong' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    expect((await shop.visitor().signInWithPassword(ada)).error?.code).toBe('user_banned');
    expect((await member.getUser()).error?.code).toBe('user_banned');
    expect((await member.refreshSession()).error?.code).toBe('user_banned');
    shop.pass(5_401_000);
    expect((await shop.visitor().signInWithPassword(ada)).error).toBeNull();
  });
});

describe('a refresh token', () => {
  const refresh = async (token: string) => {
    const response = await shop.call('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: token }),
    });
    return { status: response.status, body: await response.json() };
  };

  it('is exchanged for a new one', async () => {
    const member = await shop.member(ada.email);
    const before = await sessionOf(member);
    shop.pass(60_000);
    const { data, error } = await member.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before.refresh_token);
    expect(data.session?.access_token).not.toBe(before.access_token);
    expect(data.session?.expires_at).toBeGreaterThan(before.expires_at ?? 0);
  });

  it('may be shown again at once, and whenever its successor was never used', async () => {
    const first = (await sessionOf(await shop.member(ada.email))).refresh_token;
    const answers = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const second = answers[0]?.body.refresh_token;
    expect(new Set(answers.map(({ body }) => body.refresh_token))).toEqual(new Set([second]));
    shop.pass(600_000);
    expect((await refresh(first)).body.refresh_token).toBe(second);
  });

  it('ends the session when it is shown again later', async () => {
    const member = await shop.member(ada.email);
    const { refresh_token: first, access_token } = await sessionOf(member);
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    shop.pass(9_000);
    expect((await refresh(first)).body.refresh_token).toBe(third);
    shop.pass(2_000);
    expect(await refresh(first)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    });
    expect(await refresh(third)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    });
    const user = await shop.call('/user', asUser(access_token));
    expect(await user.json()).toMatchObject({ error_code: 'session_not_found' });
  });

  it('is refused when malformed or unknown', async () => {
    expect(await refresh('short')).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: 'Refresh token is not valid' },
    });
    expect(await refresh('0123456789abcdef')).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    });
  });
});

describe('signing out', () => {
  it('ends this session, the others or all of them', async () => {
    const here = await shop.member(ada.email);
    const there = shop.visitor();
    const elsewhere = shop.visitor();
    await there.signInWithPassword(ada);
    await elsewhere.signInWithPassword(ada);

    const { access_token } = await sessionOf(elsewhere);
    expect((await elsewhere.signOut({ scope: 'local' })).error).toBeNull();
    const ended = await shop.call('/user', asUser(access_token));
    expect(ended.status).toBe(403);
    expect(await ended.json()).toMatchObject({ error_code: 'session_not_found' });
    expect((await there.getUser()).error).toBeNull();

    await here.signOut({ scope: 'others' });
    expect((await here.getUser()).error).toBeNull();
    expect((await there.refreshSession()).error?.code).toBe('refresh_token_not_found');

    await there.signInWithPassword(ada);
    await there.signOut();
    expect((await here.getUser()).error).not.toBeNull();
    const odd = await shop.visitor().signInWithPassword(ada);
    const refused = await shop.call('/logout?scope=galaxy', {
      method: 'POST',
      ...asUser(odd.data.session?.access_token ?? ''),
    });
    expect(refused.status).toBe(400);
  });

  it('happens everywhere else when the password changes', async () => {
    const here = await shop.member(ada.email);
    const there = shop.visitor();
    await there.signInWithPassword(ada);
    const same = await here.updateUser({ password: ada.password });
    expect(same.error?.code).toBe('same_password');
    expect((await there.getUser()).error).toBeNull();

    expect((await here.updateUser({ password: 'brand new' })).error).toBeNull();
    expect((await here.getUser()).error).toBeNull();
    expect((await here.refreshSession()).error).toBeNull();
    expect((await there.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await shop.visitor().signInWithPassword(ada)).error?.code).toBe('invalid_credentials');
    const renewed = { ...ada, password: 'brand new' };
    expect((await shop.visitor().signInWithPassword(renewed)).error).toBeNull();
  });
});

describe('a forged token', () => {
  it('opens nothing', async () => {
    const { access_token, user } = await sessionOf(await shop.member(ada.email));
    const [, payload = ''] = access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const publicKey = (await shop.signer.jwks()).keys[0];
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const keys = shop.secrets.signingKeys;
    const foreign = await createTokenSigner({
      keys: await generateSigningKeys(),
      acceptIssuer: () => true,
    });
    const soon = Math.floor(shop.now() / 1000) + 60;
    const forged = {
      'without a signature': `${encode({ alg: 'none', kid: keys.current })}.${payload}.`,
      'signed with the public key as a shared secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: keys.current })
        .sign(new TextEncoder().encode(JSON.stringify(publicKey))),
      'signed with a key of its own': await foreign.sign(claims),
      'with another payload': access_token.replace(
        payload,
        encode({ ...claims, role: 'service_role' }),
      ),
      'of another issuer': await shop.signer.sign({
        ...claims,
        iss: 'https://evil.example/auth/v1',
      }),
      'for another audience': await shop.signer.sign({ ...claims, aud: 'elsewhere' }),
      expired: await shop.signer.sign({ ...claims, exp: soon - 120 }),
      'without expiry': await shop.signer.sign({ ...claims, exp: undefined }),
      'of another session': await shop.signer.sign({ ...claims, session_id: crypto.randomUUID() }),
      'of nobody': await shop.signer.sign({ ...claims, sub: crypto.randomUUID() }),
      'that is no token': 'gibberish',
    };
    expect((await shop.call('/user', asUser(access_token))).status).toBe(200);
    const answers: Record<string, unknown> = {};
    for (const [name, token] of Object.entries(forged)) {
      const response = await shop.call('/user', asUser(token));
      answers[name] = [response.status, (await response.json()).error_code];
    }
    expect(answers).toEqual({
      'without a signature': [403, 'bad_jwt'],
      'signed with the public key as a shared secret': [403, 'bad_jwt'],
      'signed with a key of its own': [403, 'bad_jwt'],
      'with another payload': [403, 'bad_jwt'],
      'of another issuer': [403, 'bad_jwt'],
      'for another audience': [403, 'bad_jwt'],
      expired: [403, 'bad_jwt'],
      'without expiry': [403, 'bad_jwt'],
      'of another session': [403, 'session_not_found'],
      'of nobody': [403, 'user_not_found'],
      'that is no token': [403, 'bad_jwt'],
    });
    expect(user.email).toBe(ada.email);
  });

  it('expires even when it was checked before', async () => {
    const { access_token } = await sessionOf(await shop.member(ada.email));
    expect((await shop.call('/user', asUser(access_token))).status).toBe(200);
    shop.pass(3_601_000);
    const late = await shop.call('/user', asUser(access_token));
    expect((await late.json()).msg).toContain('token is expired');
  });
});
