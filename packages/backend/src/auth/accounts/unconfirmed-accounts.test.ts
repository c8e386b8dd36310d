import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { createHarness, type Harness, type ServedBrowser } from '../auth-harness.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';

/** Good enough here, and fast enough for thousands of sequences. */
const hasher: PasswordHasher = {
  hash: async (password) => `plain ${password}`,
  verify: async (stored, password) => stored === `plain ${password}`,
};

const STOLEN = 'chosen by the attacker';
const OWN = 'typed by the owner';
const CHOSEN = 'chosen after the link';

let scenes = 0;

describe.each(databaseKinds)('an account that is not confirmed, on $name', (kind) => {
  let database: Database;
  let shop: Harness;
  beforeAll(async () => {
    database = await kind.open();
    const settings = { bindBrowsers: true, manualLinking: true };
    shop = await createHarness(database, { settings, hasher, rateLimits: 'on' });
  });
  afterAll(async () => {
    await database.close();
    await kind.stop();
  });

  const newScene = () => {
    scenes += 1;
    shop.pass(7_200_000);
    const at = (last: number) => `10.${scenes >> 8}.${scenes & 255}.${last}`;
    return {
      email: `owner-${scenes}@mail.example`,
      attacker: shop.browser({ address: at(1) }),
      first: shop.browser({ address: at(2) }),
      phone: shop.browser({ address: at(3) }),
      scanner: () => shop.browser({ address: at(4) }),
    };
  };
  const signUp = (browser: ServedBrowser, email: string, password: string, full_name = 'x') =>
    browser.post('/signup', { email, password, data: { full_name } });
  const signIn = async (browser: ServedBrowser, email: string, password: string) => {
    const answer = await browser.post('/token?grant_type=password', { email, password });
    const body = await answer.json();
    return answer.ok ? 'signed in' : body.error_code;
  };
  const arrive = (address: URL) => Object.fromEntries(new URLSearchParams(address.hash.slice(1)));
  const choosePassword = (browser: ServedBrowser, token: string | undefined, password: string) =>
    browser.send('/user', {
      method: 'PUT',
      body: JSON.stringify({ password }),
      headers: { authorization: `Bearer ${token}` },
    });
  const accountOf = async (email: string) => {
    const { rows } = await database.query<{ account: string }>({
      text: `select to_jsonb(u)::text as account from auth.users u where email = $1`,
      values: [email],
    });
    return rows[0] ? JSON.parse(rows[0].account) : null;
  };
  const linksTo = (email: string) =>
    shop.mails.filter((mail) => mail.to === email).map((mail) => mail.link);

  it('accepts the password that was typed, once the link is opened in that browser', async () => {
    const { email, first, phone } = newScene();
    expect((await signUp(first, email, OWN, 'Ada')).status).toBe(200);
    expect(await signIn(first, email, OWN)).toBe('email_not_confirmed');
    expect(await signIn(phone, email, OWN)).toBe('invalid_credentials');
    const arrived = arrive(await first.open(shop.lastMail(email).link));
    expect(arrived).toMatchObject({ type: 'signup' });
    expect(await signIn(phone, email, OWN)).toBe('signed in');
    expect((await accountOf(email)).raw_user_meta_data).toMatchObject({ full_name: 'Ada' });
    const again = arrive(await first.open(shop.lastMail(email).link));
    expect(again.error_code).toBe('otp_expired');
  });

  it('drops everything from an earlier sign-up when the owner signs up', async () => {
    const { email, attacker, first } = newScene();
    await signUp(attacker, email, STOLEN, 'Mallory');
    shop.pass(61_000);
    await signUp(first, email, OWN, 'Ada');
    await first.open(shop.lastMail(email).link);
    expect(await signIn(attacker, email, STOLEN)).toBe('invalid_credentials');
    expect(await signIn(first, email, OWN)).toBe('signed in');
    expect((await accountOf(email)).raw_user_meta_data).toMatchObject({ full_name: 'Ada' });
  });

  it('asks for a password where the link is opened elsewhere, and stays good for the first browser', async () => {
    const { email, first, phone } = newScene();
    await signUp(first, email, OWN, 'Ada');
    const { link } = shop.lastMail(email);
    const elsewhere = arrive(await phone.open(link));
    expect(elsewhere).toMatchObject({ type: 'recovery', sign_up: 'elsewhere' });
    expect(await signIn(phone, email, OWN)).toBe('invalid_credentials');
    expect(arrive(await first.open(link))).toMatchObject({ type: 'signup' });
    expect(await signIn(phone, email, OWN)).toBe('signed in');
    const ended = await choosePassword(phone, elsewhere.access_token, CHOSEN);
    expect((await ended.json()).error_code).toBe('session_not_found');
  });

  it('can be entered once by a link opened elsewhere, and again by a new one', async () => {
    const { email, first, phone, scanner } = newScene();
    await signUp(first, email, OWN, 'Ada');
    const { link } = shop.lastMail(email);
    expect(arrive(await scanner().open(link)).access_token).toBeDefined();
    for (const browser of [scanner(), phone]) {
      const again = arrive(await browser.open(link));
      expect(again).toMatchObject({ error_code: 'otp_expired' });
      expect(again.access_token).toBeUndefined();
    }
    shop.pass(61_000);
    await phone.post('/resend', { type: 'signup', email });
    expect(shop.lastMail(email).link).not.toBe(link);
    const arrived = arrive(await phone.open(shop.lastMail(email).link));
    expect(arrived).toMatchObject({ type: 'recovery', sign_up: 'elsewhere' });
    expect(arrive(await first.open(link))).toMatchObject({ type: 'signup' });
    expect(await signIn(first, email, OWN)).toBe('signed in');
  });

  it('accepts only the password chosen elsewhere from then on', async () => {
    const { email, first, phone } = newScene();
    await signUp(first, email, OWN);
    const { link } = shop.lastMail(email);
    const { access_token } = arrive(await phone.open(link));
    expect((await choosePassword(phone, access_token, CHOSEN)).status).toBe(200);
    expect(arrive(await first.open(link)).error_code).toBe('otp_expired');
    expect(await signIn(first, email, OWN)).toBe('invalid_credentials');
    expect(await signIn(first, email, CHOSEN)).toBe('signed in');
  });

  it('accepts a sign-up whose email was held back because another had just been sent', async () => {
    const { email, attacker, first } = newScene();
    await signUp(attacker, email, STOLEN);
    expect((await signUp(first, email, OWN)).status).toBe(200);
    expect(linksTo(email)).toHaveLength(1);
    await first.open(shop.lastMail(email).link);
    expect(await signIn(first, email, OWN)).toBe('signed in');
    expect(await signIn(attacker, email, STOLEN)).toBe('invalid_credentials');
  });

  it('can still be signed up for after a mail scanner opened another person’s link', async () => {
    const { email, attacker, first, scanner } = newScene();
    await signUp(attacker, email, STOLEN);
    await scanner().open(shop.lastMail(email).link);
    expect((await accountOf(email)).email_confirmed_at).not.toBeNull();
    shop.pass(61_000);
    await signUp(first, email, OWN);
    await first.open(shop.lastMail(email).link);
    expect(await signIn(first, email, OWN)).toBe('signed in');
    expect(await signIn(attacker, email, STOLEN)).toBe('invalid_credentials');
  });

  it('ignores requests that another site makes the browser send', async () => {
    const { email, first } = newScene();
    await first.post(
      '/signup',
      { email, password: STOLEN },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    );
    expect(first.cookies.size).toBe(0);
    expect(arrive(await first.open(shop.lastMail(email).link)).type).toBe('recovery');
    expect(await signIn(first, email, STOLEN)).toBe('invalid_credentials');
  });

  it('loses sessions, factors, identities and open flows that it got before', async () => {
    const { email, first, attacker } = newScene();
    await signUp(attacker, email, STOLEN, 'Mallory');
    const { id } = await accountOf(email);
    // As an earlier version, or an identity without a verified address, may have left it.
    await database.query({
      text: `update auth.users set encrypted_password = $2,
          raw_user_meta_data = '{"full_name": "Mallory"}', email_change = 'x@evil.example'
        where id = $1`,
      values: [id, `plain ${STOLEN}`],
    });
    for (const text of [
      'insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), $1, now())',
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      `insert into auth.identities (provider_id, provider, user_id, identity_data)
        values ($1::text, 'github', $1::uuid, '{}')`,
      `insert into auth.flow_state (id, user_id, auth_code, provider_type, authentication_method,
          created_at) values (gen_random_uuid(), $1, 'known', 'recovery', 'recovery', now())`,
    ]) {
      await database.query({ text, values: [id] });
    }
    await first.open(shop.lastMail(email).link);
    const { rows } = await database.query({
      text: `select (select count(*)::int from auth.sessions where user_id = $1) as sessions,
        (select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
        (select count(*)::int from auth.identities where user_id = $1) as identities,
        (select count(*)::int from auth.flow_state where user_id = $1) as flows`,
      values: [id],
    });
    expect(rows[0]).toEqual({ sessions: 1, factors: 0, identities: 1, flows: 0 });
    const account = await accountOf(email);
    expect(account.encrypted_password).toBeNull();
    expect(account.email_change).toBe('');
    expect(account.raw_user_meta_data).toEqual({ email_verified: true });
  });

  it('gives its address up to the customer who changes hers and proves the mailbox', async () => {
    const { email, attacker, first } = newScene();
    const former = `former-${email}`;
    await signUp(first, former, OWN, 'Ada');
    const { access_token } = arrive(await first.open(shop.lastMail(former).link));
    const { id } = await accountOf(former);
    const change = { method: 'PUT', body: JSON.stringify({ email }) };
    const headers = { authorization: `Bearer ${access_token}` };
    await signUp(attacker, email, STOLEN, 'Mallory');
    const squatted = shop.lastMail(email).link;
    shop.pass(61_000);
    expect((await first.send('/user', { ...change, headers })).status).toBe(200);
    expect(shop.lastMail(email).link).not.toBe(squatted);
    expect((await accountOf(email)).id).not.toBe(id);
    await first.open(shop.lastMail(former).link);
    // Again, after her request but before she opens the email.
    await signUp(attacker, email, STOLEN, 'Mallory');
    const asked = linksTo(email).find((link) => link.includes('email_change')) ?? '';
    expect(arrive(await first.open(asked)).type).toBe('email_change');
    expect((await accountOf(email)).id).toBe(id);
    expect(await signIn(first, email, OWN)).toBe('signed in');
    expect(await signIn(attacker, email, STOLEN)).toBe('invalid_credentials');
    expect(arrive(await attacker.open(squatted)).error_code).toBe('otp_expired');
    expect((await accountOf(email)).id).toBe(id);
  });

  it('keeps its address where the shop invited it, or once it is confirmed', async () => {
    const { email, first, phone } = newScene();
    const former = `former-${email}`;
    await signUp(first, former, OWN);
    const { access_token } = arrive(await first.open(shop.lastMail(former).link));
    const headers = { authorization: `Bearer ${access_token}` };
    const change = { method: 'PUT', body: JSON.stringify({ email }), headers };
    await signUp(phone, email, CHOSEN);
    const { id } = await accountOf(email);
    shop.pass(61_000);
    await first.send('/user', change);
    const asked = linksTo(email).find((link) => link.includes('email_change')) ?? '';
    await first.open(shop.lastMail(former).link);
    await phone.open(linksTo(email).find((link) => link.includes('type=signup')) ?? '');
    expect(arrive(await first.open(asked)).error_code).toBe('email_exists');
    expect((await accountOf(email)).id).toBe(id);
    await database.query({
      text: `update auth.users set email_confirmed_at = null, last_sign_in_at = null, invited_at = now()
        where id = $1`,
      values: [id],
    });
    const before = linksTo(email).length;
    shop.pass(61_000);
    expect((await first.send('/user', change)).status).toBe(200);
    expect(linksTo(email)).toHaveLength(before);
  });

  it('is not taken over by an account that changes to its address', async () => {
    const { email, attacker, first } = newScene();
    const own = `mallory-${email}`;
    await signUp(attacker, own, STOLEN);
    const { access_token } = arrive(await attacker.open(shop.lastMail(own).link));
    const headers = { authorization: `Bearer ${access_token}` };
    const asked = { method: 'PUT', body: JSON.stringify({ email }), headers };
    expect((await attacker.send('/user', asked)).status).toBe(200);
    await attacker.open(shop.lastMail(own).link);
    const opened = arrive(await first.open(shop.lastMail(email).link));
    expect(opened.error_code).toBe('link_of_other_browser');
    expect(opened.access_token).toBeUndefined();
    expect(await accountOf(email)).toBeNull();
    expect((await accountOf(own)).email).toBe(own);
    expect(arrive(await attacker.open(shop.lastMail(email).link)).type).toBe('email_change');
  });

  it('does not reveal through sign-up, code, update or sign-in that an address is known', async () => {
    const { email, attacker, first } = newScene();
    await signUp(first, email, OWN);
    await first.open(shop.lastMail(email).link);
    const { access_token } = await (
      await first.post('/token?grant_type=password', { email, password: OWN })
    ).json();
    const headers = { authorization: `Bearer ${access_token}` };
    const shapeOf = async (answer: Response) => {
      const body = await answer.json();
      const identities = body.identities?.map((identity: object) => Object.keys(identity).sort());
      return [answer.status, Object.keys(body).sort(), body.error_code, identities];
    };
    const replies = async (address: string) => [
      await shapeOf(await signUp(attacker, address, STOLEN)),
      await shapeOf(await signUp(attacker, address, STOLEN)),
      await signIn(attacker, address, STOLEN),
      await shapeOf(await attacker.post('/otp', { email: address, create_user: false })),
      await shapeOf(await attacker.post('/recover', { email: address })),
      await shapeOf(await attacker.post('/resend', { type: 'signup', email: address })),
    ];
    expect(await replies(email)).toEqual(await replies(`un${email}`));
    const change = (address: string) =>
      first.send('/user', { method: 'PUT', body: JSON.stringify({ email: address }), headers });
    const known = await shapeOf(await change(`un${email}`));
    shop.pass(61_000);
    expect(await shapeOf(await change(`nobody-${email}`))).toEqual(known);
  });

  it('never belongs to the attacker, whatever either does in whatever order', async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          who: fc.constant('attacker'),
          does: fc.constantFrom(
            'signup',
            'signup-pkce',
            'otp',
            'recover',
            'recover-pkce',
            'resend',
            'sign-in',
            'cross-site',
          ),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          who: fc.constant('owner'),
          does: fc.constantFrom('signup', 'otp', 'recover', 'resend', 'sign-in', 'choose'),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          who: fc.constantFrom('first', 'phone', 'scanner'),
          does: fc.constant('open'),
          mail: fc.nat(5),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ who: fc.constant('time'), does: fc.constantFrom('minute', 'hour') }),
      },
    );
    const challenge = {
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'plain',
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const scene = newScene();
        const { email, attacker, first, phone } = scene;
        let ownersToken: string | undefined;
        const ask = (browser: ServedBrowser, does: string, password: string, name: string) => {
          const data = { full_name: name };
          const pkce = does.endsWith('-pkce') ? challenge : {};
          switch (does.replace('-pkce', '')) {
            case 'signup':
              return browser.post('/signup', { email, password, data, ...pkce });
            case 'otp':
              return browser.post('/otp', { email, data });
            case 'recover':
              return browser.post('/recover', { email, ...pkce });
            default:
              return browser.post('/resend', { type: 'signup', email });
          }
        };
        for (const taken of steps) {
          if (taken.who === 'time') shop.pass(taken.does === 'hour' ? 3_601_000 : 61_000);
          else if (taken.does === 'open') {
            const links = linksTo(email);
            const link = 'mail' in taken ? links.at(-1 - taken.mail) : undefined;
            const owned = { first, phone, scanner: scene.scanner() };
            const who = owned[taken.who as keyof typeof owned];
            const arrived = link ? arrive(await who.open(link)) : {};
            if (who === first || who === phone) ownersToken = arrived.access_token ?? ownersToken;
          } else if (taken.does === 'sign-in') {
            const [browser, password] =
              taken.who === 'attacker' ? [attacker, STOLEN] : [first, OWN];
            const outcome = await signIn(browser, email, password);
            if (taken.who === 'attacker') expect(outcome).not.toBe('signed in');
          } else if (taken.does === 'choose') {
            if (ownersToken) await choosePassword(phone, ownersToken, CHOSEN);
          } else if (taken.does === 'cross-site') {
            const headers = { 'sec-fetch-site': 'cross-site' };
            await first.post('/signup', { email, password: STOLEN }, headers);
          } else if (taken.who === 'attacker') {
            await ask(attacker, taken.does, STOLEN, 'Mallory');
          } else await ask(first, taken.does, OWN, 'Ada');
        }
        const account = await accountOf(email);
        if (account?.email_confirmed_at) {
          expect(account.encrypted_password).not.toBe(`plain ${STOLEN}`);
          expect(account.raw_user_meta_data.full_name).not.toBe('Mallory');
        }
        shop.pass(7_200_000);
        expect(await signIn(attacker, email, STOLEN)).not.toBe('signed in');
        // Whoever reads the mailbox can get in with what was typed, whatever has happened before.
        await signUp(attacker, email, STOLEN);
        const before = linksTo(email).length;
        shop.pass(61_000);
        await signUp(first, email, OWN);
        const mailed = linksTo(email).slice(before);
        if (mailed.length > 0) await first.open(mailed.at(-1) ?? '');
        const outcomes = [await signIn(phone, email, OWN), await signIn(phone, email, CHOSEN)];
        expect(outcomes).toContain('signed in');
        expect(await signIn(attacker, email, STOLEN)).not.toBe('signed in');
      }),
      { numRuns: 40 },
    );
  });
});
