import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { createHarness, type Harness } from '../auth-harness.ts';

describe.each(databaseKinds)('an account with many sessions on $name', (kind) => {
  let database: Database;
  let shop: Harness;
  beforeAll(async () => {
    database = await kind.open();
    shop = await createHarness(database, {
      rateLimits: 'on',
      hasher: { hash: async (text) => text, verify: async (stored, text) => stored === text },
    });
  });
  afterAll(async () => {
    await database?.close();
    await kind.stop();
  });

  let members = 0;
  const newMember = async () => {
    members += 1;
    const credentials = { email: `member-${members}@example.com`, password: 'a long password' };
    const created = await shop.service().admin.createUser({ ...credentials, email_confirm: true });
    return { ...credentials, id: created.data.user?.id ?? '' };
  };
  const signIn = async (credentials: object): Promise<string> => {
    shop.pass(2_000);
    const response = await shop.browser().post('/token?grant_type=password', credentials);
    expect(response.status).toBe(200);
    return (await response.json()).refresh_token;
  };
  const refresh = async (token: string) => {
    const body = { refresh_token: token };
    const response = await shop.browser().post('/token?grant_type=refresh_token', body);
    return { status: response.status, token: (await response.json()).refresh_token as string };
  };
  const count = async (text: string, id: string) => {
    const { rows } = await database.query<{ n: number }>({ text, values: [id] });
    return rows[0]?.n ?? 0;
  };
  const countSessions = (id: string) =>
    count('select count(*)::integer as n from auth.sessions where user_id = $1', id);

  it('has the fifty that were used last', async () => {
    const member = await newMember();
    const first = await signIn(member);
    const second = await signIn(member);
    for (let index = 2; index < 50; index += 1) await signIn(member);
    expect(await countSessions(member.id)).toBe(50);
    expect((await refresh(first)).status).toBe(200);
    const last = await signIn(member);
    expect(await countSessions(member.id)).toBe(50);
    expect((await refresh(second)).status).toBe(400);
    expect((await refresh(last)).status).toBe(200);
  });

  it('keeps a sign-in that waits for its second factor from sign-ins elsewhere', async () => {
    const member = await newMember();
    const own = shop.browser({ address: '192.0.2.7' });
    const response = await own.post('/token?grant_type=password', member);
    const waiting = (await response.json()).refresh_token;
    for (let index = 0; index < 60; index += 1) {
      shop.pass(100);
      const elsewhere = shop.browser({ address: `2001:db8:${index % 6}:${index.toString(16)}::1` });
      expect((await elsewhere.post('/token?grant_type=password', member)).status).toBe(200);
    }
    expect(await countSessions(member.id)).toBe(50);
    expect((await refresh(waiting)).status).toBe(200);
  });

  it('keeps those that have shown a second factor from who knows the password alone', async () => {
    const member = await newMember();
    const raised = await signIn(member);
    await database.query({
      text: `update auth.sessions set aal = 'aal2' where user_id = $1`,
      values: [member.id],
    });
    for (let index = 0; index < 55; index += 1) await signIn(member);
    expect(await countSessions(member.id)).toBe(50);
    expect((await refresh(raised)).status).toBe(200);
  });

  it('refreshes no more often than twice what one session may, and notes one in an hour', async () => {
    const member = await newMember();
    let raised = await signIn(member);
    await database.query({
      text: `update auth.sessions set aal = 'aal2' where user_id = $1`,
      values: [member.id],
    });
    const tokens: string[] = [];
    for (let index = 0; index < 40; index += 1) tokens.push(await signIn(member));
    let refreshed = 0;
    for (let round = 0; round < 8; round += 1) {
      for (const [index, token] of tokens.entries()) {
        const answer = await refresh(token);
        if (answer.status !== 200) continue;
        tokens[index] = answer.token;
        refreshed += 1;
      }
    }
    expect(refreshed).toBe(300);
    expect((await refresh(tokens[0] ?? '')).status).toBe(429);
    // Sessions that have passed a second factor have lost none of their share.
    const answer = await refresh(raised);
    expect(answer.status).toBe(200);
    raised = answer.token;
    const noted = () =>
      count(
        `select count(*)::integer as n from auth.audit_log_entries
          where payload ->> 'action' = 'token_refreshed' and payload ->> 'actor_id' = $1`,
        member.id,
      );
    const before = await noted();
    expect(before).toBeGreaterThanOrEqual(41);
    expect(before).toBeLessThanOrEqual(2 * 41);
    shop.pass(3_600_000);
    await refresh(raised);
    expect(await noted()).toBe(before + 1);
  });
});
