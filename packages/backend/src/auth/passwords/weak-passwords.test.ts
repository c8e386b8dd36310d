import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { type HttpFixture, serveHttp } from '../../fixtures/serve-http.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
import { createHarness, type Harness } from '../auth-harness.ts';
import { createLeakedPasswordFinder } from './leaked-passwords.ts';

const email = 'ada@example.com';
const leaked = 'Passw0rd!';

let database: Database;
let list: HttpFixture;
let shop: Harness;
let isDown = false;
const asked: string[] = [];

beforeAll(async () => {
  database = await openEmptyPglite();
  list = await serveHttp((request) => {
    asked.push(new URL(request.url).pathname);
    if (isDown) return new Response('', { status: 503 });
    const digest = createHash('sha1').update(leaked).digest('hex').toUpperCase();
    const padding = '0018A45C4D1DEF81644B54AB7F969B88D65:0';
    return new Response(`${padding}\r\n${digest.slice(5)}:37359195\r\n`);
  });
});
afterAll(async () => {
  await database.close();
  await list.stop();
});
beforeEach(async () => {
  isDown = false;
  asked.length = 0;
  shop = await createHarness(database, {
    settings: { shortestPassword: 8, passwordRequirements: 'lower_upper_letters_digits_symbols' },
    findLeakedPassword: createLeakedPasswordFinder(`${list.url}/range/`),
  });
  await database.query({ text: 'delete from auth.users' });
});

it('are refused with every reason at once, in the shape of either version', async () => {
  const body = JSON.stringify({ email, password: 'short' });
  const init = { method: 'POST', body };
  const message =
    'Password should be at least 8 characters. Password should contain at least one character of each: ';
  const older = await shop.call('/signup', init);
  expect(older.status).toBe(422);
  expect(await older.json()).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: expect.stringContaining(message),
    weak_password: { reasons: ['length', 'characters'] },
  });
  const newer = await shop.call('/signup', {
    ...init,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  });
  expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await newer.json()).toEqual({
    code: 'weak_password',
    message: expect.stringContaining(message),
    weak_password: { reasons: ['length', 'characters'] },
  });
});

it('are refused when they have leaked, without sending them to the list', async () => {
  const { error } = await shop.visitor().signUp({ email, password: leaked });
  expect(error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^\/range\/[0-9A-F]{5}$/);
  expect((await shop.visitor().signUp({ email, password: 'Other-0ne' })).error).toBeNull();
});

it('are accepted while the list is unavailable', async () => {
  isDown = true;
  expect((await shop.visitor().signUp({ email, password: leaked })).error).toBeNull();
});

it('include those of nothing but spaces, however many', async () => {
  shop = await createHarness(database);
  const { error } = await shop.visitor().signUp({ email, password: ' '.repeat(12) });
  expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
  expect((await shop.visitor().signUp({ email, password: ' x    ' })).error).toBeNull();
});

it('are reported when someone signs in with an older one', async () => {
  const before = await createHarness(database);
  await before.member(email, 'old one');
  const { data, error } = await shop.visitor().signInWithPassword({ email, password: 'old one' });
  expect(error).toBeNull();
  expect(data.weakPassword?.reasons).toEqual(['length', 'characters']);
});

it('cannot be set by the holder of the secret key either', async () => {
  const { admin } = shop.service();
  const { error } = await admin.createUser({ email, password: 'short' });
  expect(error).toMatchObject({ status: 422, code: 'weak_password' });
  const long = await admin.createUser({ email, password: `Aa1!${'x'.repeat(69)}` });
  expect(long.error).toMatchObject({ status: 400, code: 'validation_failed' });
});

it('are refused when they are easy to guess, without asking the list', async () => {
  shop = await createHarness(database, {
    settings: { refuseCommonPasswords: true, guessableWords: ['Liv Fit'] },
  });
  for (const password of [
    ...['password', '123456', 'PassWord', 'qwerty', 'iloveyou', 'aaaaaaaa', 'password1!'],
    ...['aaaaaaaa1', 'livfit', 'Liv-Fit-24', email, `${email}77`],
  ]) {
    const { error } = await shop.visitor().signUp({ email, password });
    expect([error?.code, (error as { reasons?: string[] }).reasons]).toEqual([
      'weak_password',
      ['pwned'],
    ]);
  }
  expect((await shop.visitor().signUp({ email, password: 'granite-and-honey' })).error).toBeNull();
  const made = { email: 'first@example.com', password: 'password', email_confirm: true };
  expect((await shop.service().admin.createUser(made)).error).toBeNull();
  expect(asked).toEqual([]);
});
