import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness as Accounts, createHarness as openAccounts } from '../auth/auth-harness.ts';
import { type Harness as Files, openHarness as openFiles } from '../storage/storage-harness.ts';
import { databaseKinds } from '../testing/databases.ts';
import type { Database } from './database.ts';

/** Records the caller that each statement and transaction runs for. */
function watch(database: Database, callers: (string | undefined)[]): Database {
  return {
    ...database,
    query(statement, onBehalf) {
      callers.push(onBehalf?.caller);
      return database.query(statement, onBehalf);
    },
    transaction(work, onBehalf) {
      callers.push(onBehalf?.caller);
      return database.transaction(work, onBehalf);
    },
    runAs(context, statement, options) {
      callers.push(context.caller);
      return database.runAs(context, statement, options);
    },
    transactionAs(context, work) {
      callers.push(context.caller);
      return database.transactionAs(context, work);
    },
  };
}

const address = '2001:db8:0:7::1';
const network = '2001:db8:0:7::/64';

describe.each(databaseKinds)('fair turns on $name', (kind) => {
  const callers: (string | undefined)[] = [];
  let accounts: Accounts;
  let files: Files;
  beforeAll(async () => {
    accounts = await openAccounts(watch(await kind.open(), callers), {
      settings: { bindBrowsers: true },
      rateLimits: 'on',
    });
    files = await openFiles(watch(await kind.open(), callers), {
      policies: `create policy everything on storage.objects for all to anon using (true) with check (true);
        insert into storage.buckets (id, name, public) values ('shown', 'shown', true), ('kept', 'kept', false);`,
    });
  });
  afterAll(async () => {
    await accounts?.database.close();
    await files?.close();
    await kind.stop();
  });
  beforeEach(() => {
    callers.length = 0;
  });

  it('are the caller’s for every statement of /auth', async () => {
    const email = 'ada@example.com';
    const password = 'a long password';
    const ada = accounts.browser({ address });
    await ada.post('/signup', { email, password });
    await ada.open(accounts.lastMail(email).link);
    const signedIn = await ada.post('/token?grant_type=password', { email, password });
    const { access_token, refresh_token } = await signedIn.json();
    const headers = { authorization: `Bearer ${access_token}` };
    const asked: [string, string, object?][] = [
      ['GET', '/user'],
      ['PUT', '/user', { data: { full_name: 'Ada' } }],
      ['PUT', '/user', { email: 'ada@elsewhere.example' }],
      ['PUT', '/user', { password: 'another password' }],
      ['POST', '/factors', { factor_type: 'totp', friendly_name: 'a' }],
      ['GET', '/reauthenticate'],
      ['POST', '/token?grant_type=refresh_token', { refresh_token }],
      ['POST', '/token?grant_type=password', { email, password: 'wrong' }],
      ['POST', '/recover', { email }],
      ['POST', '/otp', { email: 'new@example.com' }],
      ['POST', '/resend', { type: 'signup', email: 'new@example.com' }],
      ['POST', '/verify', { type: 'email', email, token: '123456' }],
      ['POST', '/verify', { type: 'recovery', token_hash: 'unknown' }],
      ['GET', '/verify?type=signup&token=unknown'],
      ['GET', `/callback?state=${crypto.randomUUID()}&code=a`],
      ['POST', '/logout'],
    ];
    for (const [method, path, body] of asked) {
      const before = callers.length;
      await ada.send(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      expect(callers.length, `${method} ${path}`).toBeGreaterThan(before);
    }
    expect(new Set(callers)).toEqual(new Set([network]));
  });

  it('are not counted for holders of the secret key', async () => {
    await accounts.call('/admin/users', {
      key: accounts.secrets.secretKey,
      headers: { 'x-forwarded-for': address },
    });
    await files.call('/bucket', { key: 'service', headers: { 'x-forwarded-for': address } });
    expect(callers.length).toBeGreaterThan(1);
    expect(new Set(callers)).toEqual(new Set([undefined]));
  });

  it('are the caller’s for every statement of /storage', async () => {
    const asked: [string, string, (object | string)?, 'none'?][] = [
      ['POST', '/object/shown/a.txt', 'hello'],
      ['PUT', '/object/kept/a.txt', 'hello'],
      ['GET', '/object/public/shown/a.txt', undefined, 'none'],
      ['GET', '/object/info/public/shown/a.txt', undefined, 'none'],
      ['GET', '/object/authenticated/kept/a.txt'],
      ['GET', '/object/kept/a.txt', undefined, 'none'],
      ['GET', '/object/info/kept/a.txt'],
      ['POST', '/object/list/shown', { prefix: '' }],
      ['POST', '/object/list-v2/shown', { prefix: '' }],
      ['POST', '/object/sign/kept/a.txt', { expiresIn: 60 }],
      ['POST', '/object/sign/kept', { expiresIn: 60, paths: ['a.txt'] }],
      ['POST', '/object/upload/sign/kept/b.txt', {}],
      ['POST', '/object/copy', { bucketId: 'kept', sourceKey: 'a.txt', destinationKey: 'c.txt' }],
      ['POST', '/object/move', { bucketId: 'kept', sourceKey: 'c.txt', destinationKey: 'd.txt' }],
      ['GET', '/render/image/public/shown/a.txt?width=10', undefined, 'none'],
      ['GET', '/bucket'],
      ['DELETE', '/object/kept/d.txt'],
      ['DELETE', '/object/kept', { prefixes: ['a.txt'] }],
    ];
    for (const [method, path, body, key] of asked) {
      const before = callers.length;
      await files.call(path, {
        method,
        headers: { 'x-forwarded-for': address, 'content-type': 'text/plain' },
        ...(body !== undefined && {
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
        ...(key ? {} : { key: 'anonymous' }),
      });
      expect(callers.length, `${method} ${path}`).toBeGreaterThan(before);
    }
    expect(new Set(callers)).toEqual(new Set([network]));
    expect(files.errors).toEqual([]);
  });
});
