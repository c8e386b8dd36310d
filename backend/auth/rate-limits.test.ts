import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEmptyPglite } from '#tests/fixtures/databases.ts';
import type { Database } from '../database/database.ts';
import { createHarness, type Harness } from './auth-harness.ts';
import { createLimiter } from './rate-limits.ts';

describe('a limiter', () => {
  it('admits a burst, then one call each interval, for each key by itself', () => {
    let now = 1_000_000;
    const limiter = createLimiter({ burst: 3, refillMs: 1_000 }, () => now);
    const take = () => limiter.take('a');
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1_000]);
    expect(limiter.take('b')).toBe(0);
    now += 1_000;
    expect([take(), take()]).toEqual([0, 1_000]);
    now += 400;
    expect(take()).toBe(600);
    limiter.refund('a');
    expect([take(), take()]).toEqual([0, 600]);
    now += 1_000_000;
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1_000]);
  });
});

describe('the limits of the service', () => {
  let database: Database;
  let shop: Harness;
  beforeAll(async () => {
    database = await openEmptyPglite();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    shop = await createHarness(database, { rateLimits: 'on' });
    await database.query({ text: 'delete from auth.users' });
  });

  const post = async (path: string, body: unknown, address = '203.0.113.1') => {
    const response = await shop.call(path, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
    return `${response.status} ${(await response.json()).error_code ?? ''}`.trim();
  };
  const repeat = async (times: number, call: (index: number) => Promise<string>) => {
    const answers: string[] = [];
    for (let index = 0; index < times; index += 1) answers.push(await call(index));
    return answers;
  };

  it('hold for one address, and for it alone', async () => {
    const verify = (address: string) =>
      post('/verify', { type: 'recovery', token_hash: 'unknown' }, address);
    const answers = await repeat(31, () => verify('203.0.113.1'));
    expect(answers.slice(0, 30).every((answer) => answer === '403 otp_expired')).toBe(true);
    expect(answers[30]).toBe('429 over_request_rate_limit');
    expect(await verify('203.0.113.2')).toBe('403 otp_expired');
    const refused = await shop.call('/verify?token=x&type=signup', {
      headers: { 'x-forwarded-for': '203.0.113.1' },
    });
    expect(refused.headers.get('retry-after')).toBe('10');
    shop.pass(10_000);
    expect(await verify('203.0.113.1')).toBe('403 otp_expired');
  });

  it('take the addresses of one IPv6 network for one visitor', async () => {
    const verify = (address: string) =>
      post('/verify', { type: 'recovery', token_hash: 'unknown' }, address);
    const answers = await repeat(31, (index) => verify(`2001:db8:0:1::${index + 1}`));
    expect(answers[29]).toBe('403 otp_expired');
    expect(answers[30]).toBe('429 over_request_rate_limit');
    expect(await verify('2001:db8:0:2::1')).toBe('403 otp_expired');
  });

  it('hold for one account, from however many addresses its password is guessed', async () => {
    const guess = (index: number) =>
      post(
        '/token?grant_type=password',
        { email: index % 2 ? 'Ada@example.com' : 'ada@example.com', password: 'wrong' },
        `198.51.100.${index}`,
      );
    const answers = await repeat(21, guess);
    expect(answers[19]).toBe('400 invalid_credentials');
    expect(answers[20]).toBe('429 over_request_rate_limit');
    expect(shop.hasher.verified).toHaveLength(20);
  });

  it('hold for the six digits of a mailed code', async () => {
    const guess = (index: number) =>
      post(
        '/verify',
        { type: 'recovery', email: 'ada@example.com', token: String(index) },
        `198.51.100.${index}`,
      );
    const answers = await repeat(21, guess);
    expect(answers[19]).toBe('403 otp_expired');
    expect(answers[20]).toBe('429 over_request_rate_limit');
  });

  it('do not count sign-ins that succeed against the account', async () => {
    const credentials = { email: 'ada@example.com', password: 'a long password' };
    await shop.service().admin.createUser({ ...credentials, email_confirm: true });
    const answers = await repeat(25, (index) =>
      post('/token?grant_type=password', credentials, `198.51.100.${index}`),
    );
    expect(new Set(answers)).toEqual(new Set(['200']));
  });

  it('let one recovery mail a minute through, known address or not', async () => {
    await shop.service().admin.createUser({ email: 'ada@example.com', email_confirm: true });
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      expect(await post('/recover', { email })).toBe('200');
      expect(await post('/recover', { email })).toBe('429 over_email_send_rate_limit');
    }
    shop.pass(60_000);
    expect(await post('/recover', { email: 'ada@example.com' })).toBe('200');
    expect(shop.mails).toHaveLength(2);
  });

  it('let one confirmation a minute through', async () => {
    const credentials = { email: 'ada@example.com', password: 'secret1' };
    expect(await post('/signup', credentials)).toBe('200');
    expect(await post('/signup', credentials)).toBe('429 over_email_send_rate_limit');
    shop.pass(60_000);
    expect(await post('/signup', credentials)).toBe('200');
    expect(shop.mails).toHaveLength(2);
  });

  it('let thirty mails an hour through for the whole project, and keep no account without one', async () => {
    const answers = await repeat(31, (index) =>
      post('/otp', { email: `visitor-${index}@example.com` }, `198.51.100.${index}`),
    );
    expect(answers[29]).toBe('200');
    expect(answers[30]).toBe('429 over_email_send_rate_limit');
    const { rows } = await database.query({ text: 'select 1 from auth.users' });
    expect(rows).toHaveLength(30);
  });
});
