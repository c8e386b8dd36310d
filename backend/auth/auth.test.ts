import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openPglite } from '../database/open-pglite.ts';
import { createHarness, type Harness, openMailedLink, SITE } from './auth-harness.ts';

let database: Database;
let shop: Harness;

beforeAll(async () => {
  database = await openPglite({ memory: true });
});
afterAll(() => database.close());
beforeEach(async () => {
  shop = await createHarness(database);
  await database.query({ text: 'delete from auth.users' });
});

describe('signing up', () => {
  it('waits for the address to be confirmed', async () => {
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

    const early = await visitor.signInWithPassword({
      email: 'ada@example.com',
      password: 'secret1',
    });
    expect(early.error?.code).toBe('email_not_confirmed');

    const mail = shop.lastMail('ada@example.com');
    expect(mail.kind).toBe('confirmation');
    expect(mail.link).toMatch(/^http:\/\/shop\.example\/auth\/v1\/verify\?token=[0-9a-f]{64}&type=signup&/);
    const landed = await openMailedLink(shop, 'ada@example.com');
    expect(landed.origin + landed.pathname + landed.search).toBe(`${SITE}/welcome?from=mail`);
    const fragment = new URLSearchParams(landed.hash.slice(1));
    expect(fragment.get('type')).toBe('signup');
    expect(fragment.get('token_type')).toBe('bearer');

    const session = await visitor.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(session.error).toBeNull();
    expect(session.data.user?.email_confirmed_at).toBeTruthy();
    expect(session.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
  });
});
