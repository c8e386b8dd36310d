import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/database-error.ts';
import { openEmptyPglite } from '../testing/databases.ts';
import { createHarness, type Harness } from './auth-harness.ts';

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

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.call(path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('error bodies', () => {
  const wrong = { email: 'ada@example.com', password: 'wrong' };

  it('are coded since 2024-01-01, and as before for older clients', async () => {
    const old = await post('/token?grant_type=password', wrong);
    expect(await old.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect(old.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(old.headers.get('x-supabase-api-version')).toBeNull();
    expect(old.headers.get('cache-control')).toBe('no-store');

    const version = { 'x-supabase-api-version': '2024-01-01' };
    const current = await post('/token?grant_type=password', wrong, version);
    expect(current.status).toBe(400);
    expect(await current.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    const odd = { 'x-supabase-api-version': 'tomorrow' };
    expect(await (await post('/token?grant_type=password', wrong, odd)).json()).toHaveProperty(
      'msg',
    );
  });

  it('carry the reasons of a weak password in both forms', async () => {
    const weak = { email: 'ada@example.com', password: '123' };
    expect(await (await post('/signup', weak)).json()).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    });
    const version = { 'x-supabase-api-version': '2024-01-01' };
    expect(await (await post('/signup', weak, version)).json()).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    });
  });

  it('reveal nothing about internal errors', async () => {
    const seen: unknown[] = [];
    shop = await createHarness(database, {
      sendMail: () => Promise.reject(new Error('the mail server said no')),
      onError: (error) => seen.push(error),
    });
    const response = await post('/signup', { email: 'ada@example.com', password: 'secret1' });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'Unexpected failure, please check server logs for more information',
    });
    expect(seen).toHaveLength(1);
    const { rows } = await database.query({ text: 'select 1 from auth.users' });
    expect(rows).toHaveLength(0);
  });

  it('ask the client to retry while the database is unavailable', async () => {
    shop = await createHarness(database, {
      sendMail: () => Promise.reject(new DatabaseUnavailable(new Error('gone'))),
    });
    const response = await post('/signup', { email: 'ada@example.com', password: 'secret1' });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });
});

describe('bad input', () => {
  it('is refused with a 4xx and does no harm', async () => {
    const email = 'ada@example.com';
    const bodies: Record<string, unknown> = {
      'no JSON': '{"email":',
      'an empty body': '',
      'an array': [],
      'a number': 7,
      null: null,
      'a number for text': { email: 7, password: 'secret1' },
      'an object for text': { email: {}, password: 'secret1' },
      'a list for data': { email, password: 'secret1', data: ['x'] },
      'a NUL': { email, password: 'secret1', data: { a: 'b\0c' } },
      'a NUL in a key': { email, password: 'secret1', data: { 'a\0': 'b' } },
      'half a surrogate pair': `{"email":"${email}","password":"secret1","data":{"a":"\\ud800"}}`,
      'deep nesting': '['.repeat(50_000),
      'no address': { password: 'secret1' },
      'no password': { email },
      'a line break': { email: 'a@b.example\r\nBcc: e@evil.example', password: 'secret1' },
      'two addresses': { email: 'a@b.example,c@d.example', password: 'secret1' },
      'a named address': { email: 'Ada <a@b.example>', password: 'secret1' },
      'a long address': { email: `${'a'.repeat(250)}@b.example`, password: 'secret1' },
      'address and phone': { email, phone: '447700900000', password: 'secret1' },
    };
    const answers: Record<string, unknown> = {};
    for (const [name, body] of Object.entries(bodies)) {
      const response = await post('/signup', body);
      answers[name] = `${response.status} ${(await response.json()).error_code}`;
    }
    expect(answers).toEqual({
      'no JSON': '400 bad_json',
      'an empty body': '400 bad_json',
      'an array': '400 bad_json',
      'a number': '400 bad_json',
      null: '400 bad_json',
      'a number for text': '400 bad_json',
      'an object for text': '400 bad_json',
      'a list for data': '400 bad_json',
      'a NUL': '400 bad_json',
      'a NUL in a key': '400 bad_json',
      'half a surrogate pair': '400 bad_json',
      'deep nesting': '400 bad_json',
      'no address': '422 anonymous_provider_disabled',
      'no password': '400 validation_failed',
      'a line break': '400 validation_failed',
      'two addresses': '400 validation_failed',
      'a named address': '400 validation_failed',
      'a long address': '400 validation_failed',
      'address and phone': '400 validation_failed',
    });
    expect((await post('/signup', { email, password: 'secret1', data: null })).status).toBe(200);
  });

  it('never causes a 5xx, whatever is sent where', async () => {
    const hasher = { hash: async () => 'unchecked', verify: async () => true };
    shop = await createHarness(database, { hasher });
    const member = await shop.member('ada@example.com');
    const bearer = `Bearer ${(await member.getSession()).data.session?.access_token}`;
    const odd = [
      '',
      '%00',
      "'; drop table auth.users; --",
      '%ff%fe',
      '..%2f..%2f',
      '🙂',
      '9'.repeat(400),
      '-1',
      'null',
      '[]',
      '{"a":1}',
      '%E0%A4%A',
    ];
    const targets: [string, string, Record<string, string>?][] = [
      ['GET', '/verify?token=X&type=signup'],
      ['GET', '/verify?token=a&type=X'],
      ['GET', '/verify?token=a&type=signup&redirect_to=X'],
      ['POST', '/token?grant_type=X'],
      ['POST', '/logout?scope=X', { authorization: bearer }],
      ['GET', '/admin/users?page=X&per_page=X&filter=X'],
      ['GET', '/admin/users?filter=X'],
      ['GET', '/admin/users/X'],
      ['DELETE', '/admin/users/X'],
      ['POST', '/factors/X/verify', { authorization: bearer }],
      ['GET', '/X'],
    ];
    const failed: string[] = [];
    for (const [method, path, headers] of targets) {
      for (const value of odd) {
        const key = path.startsWith('/admin') ? shop.secrets.secretKey : undefined;
        const init = {
          method,
          headers,
          ...(method === 'POST' && { body: '{}' }),
          ...(key && { key }),
        };
        const { status } = await shop.call(
          path.replaceAll('X', () => value),
          init,
        );
        if (status >= 500) failed.push(`${method} ${path} ${value}`);
        if (path.startsWith('/logout') && status === 204)
          await member.signInWithPassword({
            email: 'ada@example.com',
            password: 'a long password',
          });
      }
    }
    const fields = ['email', 'password', 'type', 'token', 'token_hash', 'phone', 'refresh_token'];
    fields.push(
      'auth_code',
      'code_verifier',
      'code_challenge',
      'nonce',
      'ban_duration',
      'role',
      'id',
    );
    const posts = ['/signup', '/token?grant_type=password', '/token?grant_type=refresh_token'];
    posts.push('/token?grant_type=pkce', '/verify', '/recover', '/otp', '/resend', '/invite');
    posts.push('/admin/users', '/admin/generate_link');
    const good = { email: 'eve@example.com', password: 'secret1', type: 'signup', token: '123456' };
    const values = ['', 'a\0b', odd[2], '🙂', 7, true, [], {}, '99999999999h', 'x'.repeat(5_000)];
    for (const path of posts) {
      for (const field of fields) {
        for (const value of values) {
          const init = { method: 'POST', body: JSON.stringify({ ...good, [field]: value }) };
          const { status } = await shop.call(path, { ...init, key: shop.secrets.secretKey });
          if (status >= 500)
            failed.push(`POST ${path} ${field} ${JSON.stringify(value).slice(0, 40)}`);
        }
      }
    }
    expect(failed).toEqual([]);
  }, 120_000);

  it('is cut off at 100 kB', async () => {
    const email = 'ada@example.com';
    const note = 'x'.repeat(100_000);
    const response = await post('/signup', { email, password: 'secret1', data: { note } });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error_code: 'request_entity_too_large' });
  });
});

describe('what is not set up', () => {
  it('answers as GoTrue does when it is switched off', async () => {
    const answer = async (method: string, path: string, body?: unknown) => {
      const init = body ? { method, body: JSON.stringify(body) } : { method };
      const response = await shop.call(path, init);
      return `${response.status} ${(await response.json()).error_code}`;
    };
    const phone = { phone: '447700900000', password: 'secret1' };
    expect(await answer('POST', '/signup', {})).toBe('422 anonymous_provider_disabled');
    expect(await answer('POST', '/signup', phone)).toBe('400 phone_provider_disabled');
    expect(await answer('POST', '/token?grant_type=password', phone)).toBe(
      '422 phone_provider_disabled',
    );
    expect(await answer('POST', '/otp', { phone: phone.phone })).toBe(
      '400 phone_provider_disabled',
    );
    const google = { provider: 'google', id_token: 'x' };
    expect(await answer('POST', '/token?grant_type=id_token', google)).toBe(
      '400 provider_disabled',
    );
    expect(await answer('POST', '/token?grant_type=web3', {})).toBe('422 web3_provider_disabled');
    expect(await answer('POST', '/token?grant_type=magic', {})).toBe('400 invalid_credentials');
    expect(await answer('POST', '/sso', {})).toBe('404 saml_provider_disabled');
    expect(await answer('GET', '/authorize?provider=google')).toBe('400 validation_failed');
    const stateless = await shop.call('/callback');
    expect(stateless.headers.get('location')).toContain('error_code=bad_oauth_callback');

    const member = await shop.member('ada@example.com');
    const linked = await member.unlinkIdentity({
      identity_id: crypto.randomUUID(),
      id: '',
      user_id: '',
      provider: 'google',
    });
    expect(linked.error?.code).toBe('manual_linking_disabled');
    expect((await shop.call('/nothing/here')).status).toBe(404);
  });
});

describe('who may call', () => {
  it('needs a key, except for links in mails and the public keys', async () => {
    expect((await shop.call('/settings', { key: '' })).status).toBe(401);
    expect(await (await shop.call('/settings')).json()).toMatchObject({
      external: { email: true, phone: false, google: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
    expect((await shop.call('/health')).status).toBe(200);
    expect((await shop.call('/user')).status).toBe(401);

    const jwks = await shop.call('/.well-known/jwks.json', { key: '' });
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = await jwks.json();
    expect(keys).toHaveLength(2);
    expect(Object.keys(keys[0]).sort()).toEqual(
      ['alg', 'crv', 'ext', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].sort(),
    );
    const link = await shop.call('/verify?token=x&type=signup', { key: '' });
    expect(link.status).toBe(303);
    const noToken = await shop.call('/verify?type=signup', { key: '' });
    expect(noToken.status).toBe(400);
  });
});
