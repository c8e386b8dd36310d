import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../testing/databases.ts';
import type { AuthOptions } from '../auth.ts';
import { createHarness, type Harness, openMailedLink } from '../auth-harness.ts';
import { noticeKinds } from '../notices.ts';
import type { AuthSettings } from '../settings.ts';

const email = 'ada@example.com';
const newEmail = 'new@example.com';
const password = 'a long password';

describe.each(databaseKinds)('owners of accounts, on $name,', (kind) => {
  let database: Database;
  let shop: Harness;

  beforeAll(async () => {
    database = await kind.open();
  });
  afterAll(async () => {
    await database?.close();
    await kind.stop();
  });
  beforeEach(() => open({ notices: noticeKinds }));

  async function open(settings: Partial<AuthSettings>, options: Partial<AuthOptions> = {}) {
    shop = await createHarness(database, { ...options, settings });
    await database.query({ text: 'delete from auth.users' });
  }
  const noticed = () => shop.notices.map((notice) => `${notice.kind} ${notice.to}`);

  /** What the page that a link leads to does. */
  async function enter(landed: URL) {
    const fragment = new URLSearchParams(landed.hash.slice(1));
    const visitor = shop.visitor();
    const { error } = await visitor.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    if (error) throw error;
    return visitor;
  }

  it('learn once that their password was changed, and of no sign-up', async () => {
    const member = await shop.member(email, password);
    expect(noticed()).toEqual([]);
    shop.pass(1_000);
    expect((await member.updateUser({ password: 'brand new' })).error).toBeNull();
    expect(shop.notices).toEqual([
      {
        kind: 'password_changed',
        id: expect.any(String),
        to: email,
        at: new Date(shop.now()),
        userMetadata: expect.objectContaining({ email_verified: true }),
      },
    ]);
    await member.updateUser({ password: 'newer still', data: { city: 'Bath' } });
    expect(new Set(shop.notices.map(({ id }) => id)).size).toBe(2);
  });

  it('learn that a forgotten password was replaced, or a first one set', async () => {
    await shop.member(email, password);
    await shop.visitor().resetPasswordForEmail(email);
    const returned = await enter(await openMailedLink(shop, email));
    expect(noticed()).toEqual([]);
    expect((await returned.updateUser({ password: 'brand new' })).error).toBeNull();
    expect(noticed()).toEqual([`password_changed ${email}`]);

    await shop.visitor().signInWithOtp({ email: newEmail });
    const first = await enter(await openMailedLink(shop, newEmail));
    expect((await first.updateUser({ password })).error).toBeNull();
    expect(noticed().slice(1)).toEqual([`password_changed ${newEmail}`]);
  });

  it('are told nothing by a sign-up that began in another browser than its link was opened in', async () => {
    await open({ notices: noticeKinds, bindBrowsers: true });
    const [first, phone] = [shop.browser(), shop.browser()];
    await first.post('/signup', { email, password });
    const { link } = shop.lastMail(email);
    expect((await phone.open(link)).hash).toContain('sign_up=elsewhere');
    expect((await first.open(link)).hash).toContain('type=signup');
    expect((await shop.visitor().signInWithPassword({ email, password })).error).toBeNull();
    expect(noticed()).toEqual([]);
  });

  it('learn at the former address that it was changed, once it was', async () => {
    const member = await shop.member(email, password);
    await member.updateUser({ email: newEmail });
    await openMailedLink(shop, newEmail);
    expect(noticed()).toEqual([]);
    await openMailedLink(shop, email);
    expect((await member.getUser()).data.user?.email).toBe(newEmail);
    expect(shop.notices).toEqual([
      {
        kind: 'email_changed',
        id: expect.any(String),
        to: email,
        at: new Date(shop.now()),
        userMetadata: expect.any(Object),
      },
    ]);
    expect((await openMailedLink(shop, email)).hash).toContain('error_code=otp_expired');
    expect(noticed()).toHaveLength(1);
  });

  it('learn of nothing that was refused', async () => {
    await open({ notices: noticeKinds, confirmChangesTwice: false });
    const member = await shop.member(email, password, { text: 'x'.repeat(10_000) });
    const tries = [
      await member.updateUser({ password }),
      await member.updateUser({ password: 'x' }),
      await member.updateUser({ password: 'brand new', nonce: 'nonsense' }),
      await member.updateUser({ password: 'brand new', data: { more: 'x'.repeat(10_000) } }),
    ];
    expect(tries.map(({ error }) => error?.code)).toEqual([
      'same_password',
      'weak_password',
      'reauthentication_not_valid',
      'validation_failed',
    ]);
    await member.updateUser({ email: newEmail });
    const { link } = shop.lastMail(newEmail);
    await shop.member(newEmail);
    const { search } = new URL(link);
    const late = await shop.call(`/verify${search}`, { key: '' });
    expect(late.headers.get('location')).toContain('error_code=email_exists');
    expect((await shop.visitor().signInWithPassword({ email, password })).error).toBeNull();
    expect(noticed()).toEqual([]);
  });

  it('learn of nothing that the service itself did', async () => {
    const member = await shop.member(email, password);
    const id = (await member.getUser()).data.user?.id ?? '';
    const { admin } = shop.service();
    const changed = await admin.updateUserById(id, { password: 'brand new', email: newEmail });
    expect(changed.error).toBeNull();
    expect(noticed()).toEqual([]);
  });

  it('are those of confirmed addresses', async () => {
    await open({ notices: noticeKinds, anonymousSignIns: true });
    const visitor = shop.visitor();
    await visitor.signInAnonymously();
    expect((await visitor.updateUser({ email, password })).error).toBeNull();
    await openMailedLink(shop, email);
    expect((await visitor.getUser()).data.user?.email).toBe(email);
    expect(noticed()).toEqual([]);
  });

  it('learn nothing unless the settings ask for it', async () => {
    await open({});
    const member = await shop.member(email, password);
    await member.updateUser({ password: 'brand new', email: newEmail });
    await openMailedLink(shop, newEmail);
    await openMailedLink(shop, email);
    expect((await member.getUser()).data.user?.email).toBe(newEmail);
    expect(noticed()).toEqual([]);
  });

  it('get six emails in an hour at most, and strangers cause none of them', async () => {
    await open({ notices: noticeKinds }, { rateLimits: 'on' });
    const member = await shop.member(email, password);
    for (let i = 0; i < 6; i++) {
      await shop.visitor().signInWithOtp({ email, options: { shouldCreateUser: false } });
      shop.pass(61_000);
    }
    for (let i = 0; i < 8; i++) {
      expect((await member.updateUser({ password: `password number ${i}` })).error).toBeNull();
    }
    expect(noticed()).toEqual(Array(6).fill(`password_changed ${email}`));
    shop.pass(600_000);
    await member.updateUser({ password: 'the last password' });
    expect(noticed()).toHaveLength(7);
  });
});
