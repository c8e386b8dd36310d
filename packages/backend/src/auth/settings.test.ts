import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openEmptyPglite } from '../testing/databases.ts';
import { createHarness, type Harness, openMailedLink } from './auth-harness.ts';
import type { AuthSettings } from './settings.ts';

let database: Database;

beforeAll(async () => {
  database = await openEmptyPglite();
});
afterAll(() => database.close());

const email = 'ada@example.com';
const password = 'a long password';

async function open(settings: Partial<AuthSettings>): Promise<Harness> {
  const shop = await createHarness(database, { settings });
  await database.query({ text: 'delete from auth.users' });
  return shop;
}

describe('a project with sign-ups closed', () => {
  let shop: Harness;
  beforeEach(async () => {
    shop = await open({ signUps: false, anonymousSignIns: true });
  });

  it('refuses every way to sign up and leaves existing accounts alone', async () => {
    const visitor = shop.visitor();
    const tries = [
      await visitor.signUp({ email, password }),
      await visitor.signInWithOtp({ email }),
      await visitor.signInAnonymously(),
    ];
    expect(tries.map(({ error }) => error?.message)).toEqual(
      Array(3).fill('Signups not allowed for this instance'),
    );
    await shop.service().admin.createUser({ email, password, email_confirm: true });
    expect((await visitor.signInWithPassword({ email, password })).error).toBeNull();
    const settings = await (await shop.call('/settings')).json();
    expect(settings).toMatchObject({ disable_signup: true, external: { anonymous_users: true } });
  });
});

describe('a visitor without an address', () => {
  it('gets a session, and becomes a customer by adding an address', async () => {
    const shop = await open({ anonymousSignIns: true });
    const visitor = shop.visitor();
    const { data } = await visitor.signInAnonymously({ options: { data: { color: 'amber' } } });
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      user_metadata: { color: 'amber' },
    });
    const claims = (await visitor.getClaims()).data?.claims;
    expect(claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] });
    const early = await visitor.updateUser({ password });
    expect(early.error?.code).toBe('validation_failed');

    await visitor.updateUser({ email, password });
    await openMailedLink(shop, email);
    const { user } = (await visitor.getUser()).data;
    expect(user).toMatchObject({ email, is_anonymous: false, id: data.user?.id });
    expect(user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true });
    expect((await shop.visitor().signInWithPassword({ email, password })).error).toBeNull();
  });
});

describe('what else can be set', () => {
  it('is the length of passwords and codes, and how long things last', async () => {
    const shop = await open({
      shortestPassword: 10,
      codeLength: 8,
      codeLife: 60,
      accessTokenLife: 120,
      refreshTokenReuseInterval: 0,
    });
    const visitor = shop.visitor();
    const weak = await visitor.signUp({ email, password: 'nine char' });
    expect(weak.error?.message).toBe('Password should be at least 10 characters.');
    await visitor.signUp({ email, password });
    const { token } = shop.lastMail(email);
    expect(token).toMatch(/^\d{8}$/);
    shop.pass(61_000);
    const late = await visitor.verifyOtp({ email, token, type: 'signup' });
    expect(late.error?.code).toBe('otp_expired');
    await visitor.resend({ type: 'signup', email });
    const again = shop.lastMail(email).token;
    const { data } = await visitor.verifyOtp({ email, token: again, type: 'signup' });
    expect(data.session?.expires_in).toBe(120);
  });

  it('is whether the current address must agree to a new one', async () => {
    const shop = await open({ confirmChangesTwice: false });
    const member = await shop.member(email, password);
    await member.updateUser({ email: 'new@example.com' });
    await openMailedLink(shop, 'new@example.com');
    expect((await member.getUser()).data.user?.email).toBe('new@example.com');
  });

  it('is whether an old session needs a nonce to change the password', async () => {
    const shop = await open({ reauthenticateToChangePassword: true });
    const member = await shop.member(email, password);
    expect((await member.updateUser({ password: 'brand new' })).error).toBeNull();
    shop.pass(25 * 3_600_000);
    await member.refreshSession();
    const refused = await member.updateUser({ password: 'newer still' });
    expect(refused.error?.code).toBe('reauthentication_needed');
    await member.reauthenticate();
    const nonce = shop.lastMail(email).token;
    expect((await member.updateUser({ password: 'newer still', nonce })).error).toBeNull();
  });
});
