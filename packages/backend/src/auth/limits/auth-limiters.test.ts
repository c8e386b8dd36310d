import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
import { createHarness, type Harness } from '../auth-harness.ts';
import { createLimiter } from './limiter.ts';

describe('a limiter', () => {
  /** Counts stay in memory; the database must not be queried. */
  const database = { query: () => Promise.reject(new Error('asked')) };

  it('admits a burst, then one call each interval, for each key by itself', async () => {
    let now = 1_000_000;
    const limiter = createLimiter({ burst: 3, refillMs: 1_000 }, () => now);
    const take = async (times: number) => {
      const waits: number[] = [];
      for (let index = 0; index < times; index += 1) waits.push(await limiter.take('a', database));
      return waits;
    };
    expect(await take(4)).toEqual([0, 0, 0, 1_000]);
    expect(await limiter.take('b', database)).toBe(0);
    now += 1_000;
    expect(await take(2)).toEqual([0, 1_000]);
    now += 400;
    expect(await take(1)).toEqual([600]);
    await limiter.refund('a', database);
    expect(await take(2)).toEqual([0, 600]);
    now += 1_000_000;
    expect(await take(4)).toEqual([0, 0, 0, 1_000]);
  });

  it('makes nobody wait longer than a call takes to come back when the clock is set back', async () => {
    let now = 1_000_000_000;
    const limiter = createLimiter({ burst: 2, refillMs: 1_000 }, () => now);
    for (let index = 0; index < 2; index += 1) await limiter.take('a', database);
    now -= 3_600_000;
    expect(await limiter.take('a', database)).toBe(1_000);
    now += 400;
    expect(await limiter.take('a', database)).toBe(600);
    now += 600;
    expect(await limiter.take('a', database)).toBe(0);
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

  it('count the addresses of one IPv6 network as one visitor', async () => {
    const verify = (address: string) =>
      post('/verify', { type: 'recovery', token_hash: 'unknown' }, address);
    const answers = await repeat(31, (index) => verify(`2001:db8:0:1::${index + 1}`));
    expect(answers[29]).toBe('403 otp_expired');
    expect(answers[30]).toBe('429 over_request_rate_limit');
    expect(await verify('2001:db8:0:2::1')).toBe('403 otp_expired');
  });

  /** In a shop that binds browsers and whose password hashes cost nothing. */
  const member = async () => {
    shop = await createHarness(database, {
      rateLimits: 'on',
      settings: { bindBrowsers: true },
      hasher: { hash: async (text) => text, verify: async (stored, text) => stored === text },
    });
    const credentials = { email: 'ada@example.com', password: 'a long password' };
    await shop.service().admin.createUser({ ...credentials, email_confirm: true });
    return credentials;
  };
  const guess = (email: string, address: string) =>
    post('/token?grant_type=password', { email, password: 'wrong' }, address);
  const guessCode = (address: string) =>
    post('/verify', { type: 'recovery', email: 'ada@example.com', token: '000000' }, address);

  it('count wrong passwords against the guesser: the right one from elsewhere signs in', async () => {
    const credentials = { email: 'ada@example.com', password: 'a long password' };
    await shop.service().admin.createUser({ ...credentials, email_confirm: true });
    const answers = await repeat(20, (index) =>
      guess(index % 2 ? 'Ada@example.com' : 'ada@example.com', '198.51.100.1'),
    );
    expect(answers[9]).toBe('400 invalid_credentials');
    expect(answers[10]).toBe('429 over_request_rate_limit');
    expect(shop.hasher.verified).toHaveLength(10);
    expect(await post('/token?grant_type=password', credentials, '203.0.113.9')).toBe('200');
    expect(await guess('bob@example.com', '198.51.100.1')).toBe('400 invalid_credentials');
  });

  it('apply to an account that many callers guess at, but not to its own browser', async () => {
    const credentials = await member();
    const signIn = '/token?grant_type=password';
    const own = shop.browser({ address: '203.0.113.9' });
    expect((await own.post(signIn, credentials)).status).toBe(200);
    const answers = await repeat(101, (index) => guess(credentials.email, `198.51.${index}.1`));
    expect(answers[99]).toBe('400 invalid_credentials');
    expect(answers[100]).toBe('429 over_request_rate_limit');
    expect((await own.post(signIn, credentials)).status).toBe(200);
    expect((await shop.browser().post(signIn, credentials)).status).toBe(429);
    const wrong = { ...credentials, password: 'wrong' };
    const stolen = shop.browser({ cookies: new Map(own.cookies) });
    const tried = await repeat(21, async () => String((await stolen.post(signIn, wrong)).status));
    expect([tried[19], tried[20]]).toEqual(['400', '429']);
    const [[name = '', value = ''] = []] = [...own.cookies];
    const marked = new Map([[name, value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]]);
    expect((await shop.browser({ cookies: marked }).post(signIn, credentials)).status).toBe(429);
  });

  it('bound what all known browsers of an account guess together', async () => {
    const { email, password } = await member();
    const signIn = '/token?grant_type=password';
    const browsers: ReturnType<typeof shop.browser>[] = [];
    for (let index = 0; index < 30; index += 1) {
      const browser = shop.browser({ address: `2001:db8:7:${index + 1}::1` });
      expect((await browser.post(signIn, { email, password })).status).toBe(200);
      browsers.push(browser);
      shop.pass(61_000);
    }
    const tried = async (path: string, body: object, times: number) => {
      const statuses: number[] = [];
      for (const browser of browsers) {
        for (let time = 0; time < times; time += 1) {
          statuses.push((await browser.post(path, body)).status);
        }
      }
      return statuses.filter((status) => status !== 429).length;
    };
    const code = { type: 'recovery', email, token: '000000' };
    // Twenty, and as many as strangers and the networks of its sessions have.
    expect(await tried('/verify', code, 8)).toBeLessThanOrEqual(20 + 40 + 10);
    // Sixty, and as many as a range has.
    expect(await tried(signIn, { email, password: 'wrong' }, 15)).toBeLessThanOrEqual(60 + 250);
    const fresh = shop.browser({ address: '203.0.113.77' });
    expect((await fresh.post(signIn, { email, password })).status).toBe(200);
  });

  it('spare refreshes and known browsers when others on their network guess', async () => {
    const credentials = await member();
    const signIn = '/token?grant_type=password';
    const address = '203.0.113.9';
    const own = shop.browser({ address });
    const session = await (await own.post(signIn, credentials)).json();
    const answers = await repeat(301, (index) => guess(`invented-${index}@example.com`, address));
    expect(answers.at(-2)).toBe('400 invalid_credentials');
    expect(answers.at(-1)).toBe('429 over_request_rate_limit');

    expect((await own.post(signIn, credentials)).status).toBe(200);
    expect((await own.post(signIn, { ...credentials, email: 'Ada@Example.com' })).status).toBe(200);
    let refreshToken = session.refresh_token;
    const refresh = async () => {
      const body = { refresh_token: refreshToken };
      const answer = await shop.browser({ address }).post('/token?grant_type=refresh_token', body);
      if (answer.ok) refreshToken = (await answer.json()).refresh_token;
      return String(answer.status);
    };
    const refreshes = await repeat(151, refresh);
    expect(new Set(refreshes.slice(0, 150))).toEqual(new Set(['200']));
    expect(refreshes[150]).toBe('429');
    expect((await own.post(signIn, credentials)).status).toBe(200);

    // A cookie for another address does not help here.
    const other = { ...credentials, email: 'bob@example.com' };
    expect((await own.post(signIn, other)).status).toBe(429);
    expect(
      await post('/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'x' }, address),
    ).toBe('404 flow_state_not_found');
  });

  const signInFrom = async (address: string, credentials: object) => {
    const response = await shop
      .browser({ address })
      .post('/token?grant_type=password', credentials);
    return response.status;
  };

  it.each([
    { where: 'one range', from: (index: number) => `198.51.100.${index}` },
    { where: 'many ranges', from: (index: number) => `198.51.${index}.1` },
    { where: 'a site of IPv6', from: (index: number) => `2001:db8:1:${index}::1` },
  ])('let the owner in from anywhere while twenty callers in $where guess', async ({ from }) => {
    const credentials = await member();
    for (let caller = 0; caller < 20; caller += 1) {
      const answers = await repeat(11, () => guess(credentials.email, from(caller)));
      expect(answers.slice(9)).toEqual(['400 invalid_credentials', '429 over_request_rate_limit']);
    }
    expect(await signInFrom('203.0.113.9', credentials)).toBe(200);
    expect(await signInFrom(from(21), credentials)).toBe(200);
  });

  it.each([
    { range: 'IPv4', from: (index: number) => `198.51.100.${index}` },
    { range: 'IPv6', from: (index: number) => `2001:db8:1:${index}::1` },
  ])('bound what a whole range of $range guesses, which counts once', async ({ from }) => {
    const credentials = await member();
    const answers = await repeat(251, (index) =>
      guess(credentials.email, from(Math.floor(index / 10))),
    );
    expect(answers[249]).toBe('400 invalid_credentials');
    expect(answers[250]).toBe('429 over_request_rate_limit');
    expect(await guess('bob@example.com', from(25))).toBe('400 invalid_credentials');
    expect(await signInFrom('203.0.113.9', credentials)).toBe(200);
    const others = await repeat(100, (index) => guess(credentials.email, `192.0.${index}.1`));
    expect([others[98], others[99]]).toEqual([
      '400 invalid_credentials',
      '429 over_request_rate_limit',
    ]);
  });

  it.each([
    { range: 'IPv4', from: (index: number) => `198.51.100.${index}`, elsewhere: '192.0.2.1' },
    {
      range: 'IPv6',
      from: (index: number) => `2001:db8:1:${index}::1`,
      elsewhere: '2001:db8:2:1::1',
    },
  ])(
    'bound what a whole range of $range guesses at invented addresses',
    async ({ from, elsewhere }) => {
      const credentials = await member();
      const own = shop.browser({ address: from(20) });
      expect((await own.post('/token?grant_type=password', credentials)).status).toBe(200);
      const home = from(21);
      expect(await signInFrom(home, credentials)).toBe(200);

      const code = (index: number, address: string) =>
        post(
          '/verify',
          { type: 'email', email: `n-${index}@example.com`, token: '000000' },
          address,
        );
      const codes = await repeat(125, (index) => code(index, from(Math.floor(index / 25))));
      expect(codes.filter((answer) => answer === '403 otp_expired')).toHaveLength(120);
      expect(codes.at(-1)).toBe('429 over_request_rate_limit');
      expect(await code(0, elsewhere)).toBe('403 otp_expired');
      // Neighbors cannot use up the code attempts of a network where the account is signed in.
      expect(await guessCode(home)).toBe('403 otp_expired');

      const passwords = await repeat(1205, (index) =>
        guess(`n-${index}@example.com`, from(Math.floor(index / 250))),
      );
      expect(passwords.filter((answer) => answer === '400 invalid_credentials')).toHaveLength(1200);
      expect(await guess('n-0@example.com', elsewhere)).toBe('400 invalid_credentials');
      expect((await own.post('/token?grant_type=password', credentials)).status).toBe(200);
      shop.pass(1_000);
      expect(await guess('other@example.com', from(9))).toBe('400 invalid_credentials');
    },
  );

  it('admit a new browser while its neighbor tries made-up addresses', async () => {
    const credentials = await member();
    const address = '203.0.113.9';
    await repeat(100, (index) => guess(`invented-${index}@example.com`, address));
    expect(await signInFrom(address, credentials)).toBe(200);
  });

  it('accept valid refresh tokens while their network sends made-up ones', async () => {
    const credentials = await member();
    const browser = shop.browser();
    const session = await (await browser.post('/token?grant_type=password', credentials)).json();
    const refresh = '/token?grant_type=refresh_token';
    const answers = await repeat(151, (index) =>
      post(refresh, { refresh_token: `invented-token-${index}` }),
    );
    expect([answers[149], answers[150]]).toEqual([
      '400 refresh_token_not_found',
      '429 over_request_rate_limit',
    ]);
    expect(await post(refresh, { refresh_token: session.refresh_token })).toBe('200');
  });

  it('bound what one account writes by signing others out and beginning second factors', async () => {
    const credentials = await member();
    const own = shop.browser();
    const session = await (await own.post('/token?grant_type=password', credentials)).json();
    const headers = { authorization: `Bearer ${session.access_token}` };
    const signOut = await repeat(31, async () => {
      const { status } = await own.post('/logout?scope=others', {}, headers);
      return String(status);
    });
    expect([signOut[29], signOut[30]]).toEqual(['204', '429']);
    // Another session behind the same network can still sign out.
    const other = await (await own.post('/token?grant_type=password', credentials)).json();
    const others = { authorization: `Bearer ${other.access_token}` };
    expect((await own.post('/logout', {}, others)).status).toBe(204);

    const again = await (await own.post('/token?grant_type=password', credentials)).json();
    const authorization = `Bearer ${again.access_token}`;
    const enroll = await repeat(16, async () => {
      const begun = await own.post('/factors', { factor_type: 'totp' }, { authorization });
      const { id } = await begun.json();
      const init = { method: 'DELETE', headers: { authorization } };
      const ended = await own.send(`/factors/${id}`, init);
      return `${begun.status} ${ended.status}`;
    });
    expect([enroll[14], enroll[15]]).toEqual(['200 200', '429 429']);
  });

  it('do not remember addresses that are longer than any account’s', async () => {
    const email = `${'a'.repeat(250)}@example.com`;
    const answers = await repeat(40, () => guess(email, '203.0.113.1'));
    expect(shop.hasher.verified).toEqual([]);
    expect([answers[0], answers[39]]).toEqual([
      '400 invalid_credentials',
      '429 over_request_rate_limit',
    ]);
  });

  it('hold for the six digits of a mailed code', async () => {
    const alone = await repeat(6, () => guessCode('198.51.100.1'));
    expect([alone[4], alone[5]]).toEqual(['403 otp_expired', '429 over_request_rate_limit']);
    const many = await repeat(36, (index) => guessCode(`198.51.100.${index + 2}`));
    expect([many[34], many[35]]).toEqual(['403 otp_expired', '429 over_request_rate_limit']);
  });

  it('leave codes to where the account is signed in while others guess', async () => {
    const credentials = await member();
    const home = '2001:db8:7:1::1';
    await shop.browser({ address: home }).post('/token?grant_type=password', credentials);
    await repeat(41, (index) => guessCode(`198.51.100.${index}`));
    expect(await guessCode('203.0.113.9')).toBe('429 over_request_rate_limit');
    const { email } = credentials;
    await post('/recover', { email }, '203.0.113.9');
    const right = { type: 'recovery', email, token: shop.lastMail(email).token };
    expect(await post('/verify', right, '203.0.113.9')).toBe('429 over_request_rate_limit');
    expect(await post('/verify', right, '2001:db8:7:1::2')).toBe('200');
  });

  it('grant a code a hundred tries while it lives, from all networks together', async () => {
    const credentials = await member();
    const homes = ['203.0.113.7', '203.0.113.8', '203.0.113.9'];
    for (const address of homes) {
      await shop.browser({ address }).post('/token?grant_type=password', credentials);
    }
    const strangers = Array.from({ length: 60 }, (_, index) => `198.51.100.${index}`);
    let tries = 0;
    for (let passed = 0; passed < 60; passed += 1) {
      for (const address of [...homes, ...strangers]) {
        if ((await guessCode(address)).startsWith('403')) tries += 1;
      }
      shop.pass(60_000);
    }
    expect(tries).toBeLessThanOrEqual(100);
    expect(tries).toBeGreaterThan(90);
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

  it('count sign-ups with made-up addresses against their sender only', async () => {
    await shop.service().admin.createUser({ email: 'ada@example.com', email_confirm: true });
    const invent = (index: number, address: string) =>
      post('/otp', { email: `invented-${index}@example.com` }, address);
    const answers = await repeat(60, (index) => invent(index, '198.51.100.1'));
    expect(answers[19]).toBe('200');
    expect(answers[20]).toBe('429 over_email_send_rate_limit');
    shop.mails.length = 0;
    expect(await post('/recover', { email: 'ada@example.com' }, '203.0.113.7')).toBe('200');
    expect(await post('/otp', { email: 'new@example.com' }, '203.0.113.7')).toBe('200');
    expect(shop.mails.map(({ to }) => to)).toEqual(['ada@example.com', 'new@example.com']);
  });

  it('allow a first email after others have used up the shared budget', async () => {
    const invent = (index: number) =>
      post(
        '/otp',
        { email: `visitor-${index}@example.com` },
        `198.51.100.${Math.floor(index / 12)}`,
      );
    const answers = await repeat(40, invent);
    // Each caller has two free; the whole site shares another thirty.
    expect(answers.filter((answer) => answer === '200')).toHaveLength(30 + 4 * 2);
    const { rows } = await database.query({ text: 'select 1 from auth.users' });
    expect(rows).toHaveLength(38);
    expect(await post('/otp', { email: 'new@example.com' }, '203.0.113.7')).toBe('200');
  });

  it('give the networks of one range ten first emails together', async () => {
    const invent = (index: number) =>
      post('/otp', { email: `visitor-${index}@example.com` }, `2001:db8:7:${index >> 1}::1`);
    const answers = await repeat(60, invent);
    expect(answers.filter((answer) => answer === '200')).toHaveLength(10 + 30);
    expect(await post('/otp', { email: 'new@example.com' }, '2001:db8:8::1')).toBe('200');
  });

  /** Sends each from a different network in one range; resolves to the response statuses. */
  const fromManyNetworks = (
    times: number,
    send: (index: number, address: string) => Promise<string>,
  ) => repeat(times, (index) => send(index, `2001:db8:7:${index.toString(16)}::1`));
  const isAdmitted = (answer: string) => answer.startsWith('200');
  const createMembers = async (count: number) => {
    await member();
    for (let index = 0; index < count; index += 1) {
      const email = `member-${index}@example.com`;
      await shop.service().admin.createUser({ email, password: 'x1234567', email_confirm: true });
    }
  };
  const changeAddress = async (address: string, from: string, to: string) => {
    const browser = shop.browser({ address });
    const signIn = { email: from, password: 'x1234567' };
    const answer = await browser.post('/token?grant_type=password', signIn);
    const authorization = `Bearer ${(await answer.json()).access_token}`;
    const body = JSON.stringify({ email: to });
    const changed = await browser.send('/user', {
      method: 'PUT',
      headers: { authorization },
      body,
    });
    return String(changed.status);
  };

  it('give the networks of one range eighty emails together', async () => {
    await createMembers(120);
    const answers = await fromManyNetworks(120, (index, address) =>
      post('/recover', { email: `member-${index}@example.com` }, address),
    );
    expect(answers.filter(isAdmitted)).toHaveLength(80);
    expect(answers.at(-1)).toBe('429 over_email_send_rate_limit');
    expect(shop.mails).toHaveLength(80);
    // Who signs up there has a share apart.
    expect(await post('/otp', { email: 'new@example.com' }, '2001:db8:7:fffe::1')).toBe('200');
    // Neither a network elsewhere is kept from it, nor a browser in which the address has signed in.
    const elsewhere = await post('/recover', { email: 'ada@example.com' }, '2001:db8:8::1');
    expect(elsewhere).toBe('200');
    shop.pass(61_000);
    const own = shop.browser({ address: '2001:db8:7:ffff::1' });
    const credentials = { email: 'ada@example.com', password: 'a long password' };
    expect((await own.post('/token?grant_type=password', credentials)).status).toBe(200);
    expect((await own.post('/recover', { email: credentials.email })).status).toBe(200);
  });

  it('count changes to strangers’ addresses for the whole site, apart from sign-ups', async () => {
    await createMembers(60);
    const answers = await fromManyNetworks(60, (index, address) =>
      changeAddress(address, `member-${index}@example.com`, `stranger-${index}@example.com`),
    );
    expect(answers.filter(isAdmitted)).toHaveLength(10 + 30);
    const strangers = shop.mails.filter(({ to }) => to.startsWith('stranger'));
    expect(strangers).toHaveLength(40);
    // The first email for a network elsewhere still goes out, and so do sign-ups.
    expect(await changeAddress('203.0.113.7', 'member-59@example.com', 'new@example.com')).toBe(
      '200',
    );
    const signUp = (index: number) =>
      post('/otp', { email: `visitor-${index}@example.com` }, `198.51.100.${index >> 2}`);
    expect((await repeat(20, signUp)).filter(isAdmitted)).toHaveLength(20);
  });

  it('leave the first change of address of each network while strangers sign up', async () => {
    await createMembers(1);
    const invent = (index: number) =>
      post('/otp', { email: `visitor-${index}@example.com` }, `198.51.100.${index >> 2}`);
    expect((await repeat(60, invent)).filter(isAdmitted)).toHaveLength(40);
    for (let index = 0; index < 4; index += 1) {
      const to = `new-${index}@example.com`;
      expect(await changeAddress('203.0.113.7', 'member-0@example.com', to)).toBe('200');
      shop.pass(61_000);
    }
  });

  it('count confirmations that are sent again as the sign-ups that they belong to', async () => {
    await member();
    const send = async (path: string, from: number, count: number) => {
      const answers = await repeat(count, (index) =>
        post(
          path,
          { type: 'signup', email: `visitor-${index}@example.com` },
          `198.51.${from + index}.1`,
        ),
      );
      return answers.filter(isAdmitted).length;
    };
    expect(await send('/otp', 0, 60)).toBe(60);
    shop.pass(61_000);
    const sent = shop.mails.length;
    // All from one range: ten are free and thirty come from the whole site, for unknown addresses
    // as well.
    const resent = await fromManyNetworks(60, (index, address) =>
      post('/resend', { type: 'signup', email: `visitor-${index}@example.com` }, address),
    );
    expect(resent.filter(isAdmitted)).toHaveLength(40);
    expect(shop.mails.length - sent).toBe(40);
    const unknown = { type: 'signup', email: 'nobody@example.com' };
    expect(await post('/resend', unknown, '2001:db8:7:ffff::1')).toBe(resent.at(-1));
  });

  it('let six accounts an hour ask an address to become theirs, apart from its own emails', async () => {
    for (let index = 0; index < 8; index += 1) {
      shop.pass(61_000);
      const visitor = await shop.member(`member-${index}@example.com`, 'a long password');
      const { error } = await visitor.updateUser({ email: 'ada@example.com' });
      expect(error).toBeNull();
    }
    const toAda = () => shop.mails.filter(({ to }) => to === 'ada@example.com');
    expect(toAda()).toHaveLength(6);
    expect(await post('/otp', { email: 'ada@example.com' }, '198.51.100.1')).toBe('200');
    expect(toAda()).toHaveLength(7);
  });

  it('keep the emails of a forgotten password apart from links to sign in', async () => {
    const credentials = await member();
    const own = shop.browser();
    expect((await own.post('/token?grant_type=password', credentials)).status).toBe(200);
    const resets = () => shop.mails.filter(({ kind }) => kind === 'recovery');
    await repeat(12, (index) => {
      shop.pass(61_000);
      return post('/otp', { email: credentials.email }, `198.51.100.${index}`);
    });
    expect((await own.post('/recover', { email: credentials.email })).status).toBe(200);
    expect(resets()).toHaveLength(1);
    shop.pass(61_000);
    expect(await post('/recover', { email: credentials.email }, '198.51.100.99')).toBe('200');
    expect(resets()).toHaveLength(2);
  });

  it('bound what all browsers of an address ask for together, and leave strangers out of it', async () => {
    const credentials = await member();
    const browsers = [];
    for (let index = 0; index < 30; index += 1) {
      const browser = shop.browser({ address: '203.0.113.1' });
      expect((await browser.post('/token?grant_type=password', credentials)).status).toBe(200);
      browsers.push(browser);
    }
    const { email } = credentials;
    for (const browser of browsers) {
      expect((await browser.post('/recover', { email })).status).toBe(200);
    }
    expect(shop.mails).toHaveLength(20 + 6);
    // From now on it counts like any other browser; requests by others do not take that away.
    shop.pass(600_000);
    expect((await browsers[0]?.post('/recover', { email }))?.status).toBe(200);
    expect(shop.mails).toHaveLength(20 + 6 + 1);
  });

  it('leave an address what its own browsers ask for, however many strangers ask', async () => {
    const credentials = await member();
    const own = shop.browser();
    await own.post('/token?grant_type=password', credentials);
    const { email } = credentials;
    await repeat(40, (index) => post('/recover', { email }, `198.51.100.${index}`));
    const before = shop.mails.length;
    for (let index = 0; index < 10; index += 1) {
      expect((await own.post('/recover', { email })).status).toBe(200);
      shop.pass(61_000);
    }
    expect(shop.mails).toHaveLength(before + 10);
  });

  it('bound what a signed-in account is sent for itself', async () => {
    const credentials = await member();
    const signIn = await shop.browser().post('/token?grant_type=password', credentials);
    const { access_token } = await signIn.json();
    const headers = { authorization: `Bearer ${access_token}` };
    const answers = await repeat(12, async (index) => {
      const from = shop.browser({ address: `198.51.100.${index}` });
      const { status } =
        index % 2
          ? await from.send('/reauthenticate', { headers })
          : await from.send('/user', {
              method: 'PUT',
              headers,
              body: JSON.stringify({ email: `new-${index}@example.com` }),
            });
      shop.pass(61_000);
      return String(status);
    });
    // Six, and one more after ten minutes.
    expect(answers.filter((status) => status === '200')).toHaveLength(7);
    expect(answers.filter((status) => status === '429')).toHaveLength(5);
    expect(shop.mails.filter(({ to }) => to === credentials.email)).toHaveLength(7);
  });

  it('send at most six emails an hour to one mailbox and do not reveal the limit', async () => {
    await shop.service().admin.createUser({ email: 'ada@example.com', email_confirm: true });
    const answers = await repeat(12, (index) => {
      shop.pass(61_000);
      return post('/recover', { email: 'ada@example.com' }, `198.51.100.${index}`);
    });
    expect(new Set(answers)).toEqual(new Set(['200']));
    expect(shop.mails).toHaveLength(7);
  });
});
