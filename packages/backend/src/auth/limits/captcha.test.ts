import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { type HttpFixture, serveHttp } from '../../fixtures/serve-http.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
import { createHarness, type Harness } from '../auth-harness.ts';

const email = 'ada@example.com';
const password = 'a long password';

let database: Database;
let provider: HttpFixture;
let shop: Harness;
/** What the provider was asked, and what it responds next. */
const asked: Record<string, string>[] = [];
let answer: () => Response;

beforeAll(async () => {
  database = await openEmptyPglite();
  provider = await serveHttp(async (request) => {
    const fields = Object.fromEntries(new URLSearchParams(await request.text()));
    asked.push(fields);
    return answer();
  });
});
afterAll(async () => {
  await database.close();
  await provider.stop();
});
beforeEach(async () => {
  shop = await createHarness(database, {
    captcha: { provider: 'turnstile', secret: 'known to both', siteverifyUrl: provider.url },
  });
  await database.query({ text: 'delete from auth.users' });
  asked.length = 0;
  answer = () => Response.json({ success: true });
});

it('accepts a token that the provider confirms', async () => {
  const visitor = shop.visitor();
  const options = { captchaToken: 'a token' };
  expect((await visitor.signUp({ email, password, options })).error).toBeNull();
  expect(asked).toEqual([{ secret: 'known to both', response: 'a token', remoteip: '' }]);
});

it('is required wherever a bot could do harm, and nowhere else', async () => {
  const post = async (path: string) => {
    const response = await shop.call(path, { method: 'POST', body: JSON.stringify({ email }) });
    return (await response.json()).error_code;
  };
  const guarded = ['/signup', '/recover', '/resend', '/otp', '/magiclink', '/sso'];
  guarded.push('/token?grant_type=password', '/token?grant_type=web3');
  const answers = await Promise.all(guarded.map(post));
  expect(answers).toEqual(guarded.map(() => 'captcha_failed'));
  const open = ['/verify', '/token?grant_type=refresh_token', '/token?grant_type=pkce'];
  const others = await Promise.all(open.map(post));
  expect(others).not.toContain('captcha_failed');
  expect(asked).toEqual([]);
  await shop.service().admin.createUser({ email, password, email_confirm: true });
});

it('passes on the provider’s reason for rejecting a token', async () => {
  answer = () => Response.json({ success: false, 'error-codes': ['timeout-or-duplicate'] });
  const options = { captchaToken: 'used before' };
  const { error } = await shop.visitor().signInWithPassword({ email, password, options });
  expect(error).toMatchObject({
    status: 400,
    code: 'captcha_failed',
    message: 'captcha protection: request disallowed (timeout-or-duplicate)',
  });
});

it('rejects everyone while the provider is unreachable', async () => {
  const options = { captchaToken: 'a token' };
  for (const broken of ['<html>', '{}']) {
    answer = () => new Response(broken);
    const { error } = await shop.visitor().signInWithOtp({ email, options });
    expect(error?.message).toBe('captcha verification process failed');
  }
  expect(shop.mails).toEqual([]);
});
