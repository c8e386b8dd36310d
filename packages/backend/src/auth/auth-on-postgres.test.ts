import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabaseSecretStore } from '../access/database-secret-store.ts';
import { loadSecrets } from '../access/load-secrets.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { claimAddress } from './accounts/address-holder.ts';
import { lockUser } from './accounts/users.ts';
import { createHarness, type Harness, openMailedLink } from './auth-harness.ts';
import { changePassword } from './passwords/change-password.ts';
import type { AuthCall } from './services.ts';
import { insertSession } from './sessions/sessions.ts';

let server: PostgresServer;
let database: Database;
let shop: Harness;

beforeAll(async () => {
  server = await startPostgres();
  database = openPostgres({ connectionString: await server.newDatabase() });
  shop = await createHarness(database);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

it('creates, updates and deletes an account', async () => {
  const email = 'ada@example.com';
  const member = await shop.member(email, 'a long password', { full_name: 'Ada' });
  await member.updateUser({ data: { city: 'Bath' }, password: 'brand new' });
  expect((await member.refreshSession()).data.user?.user_metadata).toMatchObject({ city: 'Bath' });
  await shop.visitor().resetPasswordForEmail(email);
  expect((await openMailedLink(shop, email)).hash).toContain('type=recovery');
  await member.signOut();
  const { admin } = shop.service();
  const { data } = await admin.listUsers();
  expect(data.users).toHaveLength(1);
  await admin.deleteUser(data.users[0]?.id ?? '');
  expect((await admin.listUsers()).data.users).toHaveLength(0);
});

it('opens one account when many sign up with one address at once', async () => {
  const email = 'many@example.com';
  const attempts = Array.from({ length: 8 }, () =>
    shop.visitor().signUp({ email, password: 'secret1' }),
  );
  const errors = (await Promise.all(attempts)).map(({ error }) => error);
  expect(errors.every((error) => error === null)).toBe(true);
  const { rows } = await database.query({
    text: 'select 1 from auth.users where email = $1',
    values: [email],
  });
  expect(rows).toHaveLength(1);
});

it('takes a typed code from the newest mail only', async () => {
  const bound = await createHarness(database, { settings: { bindBrowsers: true } });
  const email = 'two-mails@example.com';
  for (let n = 0; n < 2; n++) {
    await bound.visitor().signUp({ email, password: 'secret1' });
    bound.pass(120_000);
  }
  const [older, newest] = bound.mails.filter(({ to }) => to === email);
  const type = (token = '') => bound.visitor().verifyOtp({ email, token, type: 'signup' });
  expect((await type(older?.token)).error?.code).toBe('otp_expired');
  expect((await type(newest?.token)).data.session?.user.email).toBe(email);
});

it('spares an account that leaves the address while somebody else claims it', async () => {
  await shop.visitor().signUp({ email: 'left@example.com', password: 'secret1' });
  const call = { settings: { bindBrowsers: true }, now: new Date(), address: '' } as AuthCall;
  const claiming = await database.transaction(async (tx) => {
    await tx.query({
      text: `update auth.users set email = 'kept@example.com' where email = 'left@example.com'`,
    });
    const claim = database.transaction((other) => claimAddress(other, call, 'left@example.com'));
    await untilSomebodyWaits();
    return { claim };
  });
  expect(await claiming.claim).toBe(true);
  const { rows } = await database.query({
    text: `select 1 from auth.users where email = 'kept@example.com'`,
  });
  expect(rows).toHaveLength(1);
});

it('exchanges no code while the account’s password is changed', async () => {
  const email = 'coded@example.com';
  const member = await shop.member(email);
  const verifier = 'v'.repeat(64);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const pkce = { code_challenge: challenge, code_challenge_method: 's256' };
  await shop.call('/recover', { method: 'POST', body: JSON.stringify({ email, ...pkce }) });
  const code = (await openMailedLink(shop, email)).searchParams.get('code');
  const userId = (await member.getUser()).data.user?.id ?? '';
  const changing = await database.transaction(async (tx) => {
    const call = { now: new Date() } as AuthCall;
    await lockUser(tx, userId);
    const exchange = shop.call('/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
    });
    await untilSomebodyWaits();
    await changePassword(tx, call, { userId, passwordHash: 'new' });
    return { exchange };
  });
  expect((await changing.exchange).status).toBe(404);
});

it('ends a session too that is opened while all are ended', async () => {
  const email = 'everywhere@example.com';
  const member = await shop.member(email);
  const userId = (await member.getUser()).data.user?.id ?? '';
  const leaving = await database.transaction(async (tx) => {
    // A sign-in that is still in progress.
    await lockUser(tx, userId);
    const signOut = member.signOut({ scope: 'global' });
    await Promise.race([untilSomebodyWaits(), signOut]);
    const call = { address: '', request: new Request('http://x'), now: new Date() };
    await insertSession(tx, call as unknown as AuthCall, userId, 'password');
    return { signOut };
  });
  expect((await leaving.signOut).error).toBeNull();
  const { rows } = await database.query({
    text: 'select 1 from auth.sessions where user_id = $1',
    values: [userId],
  });
  expect(rows).toEqual([]);
});

/** Resolves once a statement waits for a row locked by another transaction. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await database.query({
      text: `select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`,
    });
    if (rows.length > 0) return;
  }
}

it('gives many refreshes at once the same new token', async () => {
  const member = await shop.member('tabs@example.com');
  const token = (await member.getSession()).data.session?.refresh_token;
  const refreshes = Array.from({ length: 8 }, async () => {
    const body = JSON.stringify({ refresh_token: token });
    const response = await shop.call('/token?grant_type=refresh_token', { method: 'POST', body });
    return (await response.json()).refresh_token as string;
  });
  const tokens = new Set(await Promise.all(refreshes));
  expect(tokens.size).toBe(1);
  expect(tokens.has(token ?? '')).toBe(false);
});

it('lets a link be opened once, however many open it at once', async () => {
  const email = 'scanner@example.com';
  await shop.visitor().signUp({ email, password: 'secret1' });
  const landed = await Promise.all(Array.from({ length: 8 }, () => openMailedLink(shop, email)));
  expect(landed.filter(({ hash }) => hash.includes('access_token='))).toHaveLength(1);
  expect(landed.filter(({ hash }) => hash.includes('error_code=otp_expired'))).toHaveLength(7);
});

it('gives replicas that start at once the same secrets', async () => {
  const started = await Promise.all(
    Array.from({ length: 6 }, () => loadSecrets(createDatabaseSecretStore(database))),
  );
  expect(new Set(started.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
});
