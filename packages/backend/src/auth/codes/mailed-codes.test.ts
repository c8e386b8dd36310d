import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
import { createHarness, type Harness, openMailedLink, SITE } from '../auth-harness.ts';

let database: Database;
let shop: Harness;

beforeAll(async () => {
  database = await openEmptyPglite();
});
afterAll(() => database.close());
beforeEach(async () => {
  shop = await createHarness(database);
  await database.query({ text: 'delete from auth.users' });
  await database.query({ text: 'delete from auth.flow_state' });
});

const email = 'ada@example.com';
const password = 'a long password';

/** What the page that a link leads to does. */
async function enter(landed: URL) {
  const fragment = new URLSearchParams(landed.hash.slice(1));
  const visitor = shop.visitor();
  const { error } = await visitor.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  if (error) throw error;
  return visitor;
}

describe('a forgotten password', () => {
  it('is replaced by way of the mailed link', async () => {
    await shop.member(email, password);
    const redirectTo = `${SITE}/auth?mode=reset`;
    const { error } = await shop.visitor().resetPasswordForEmail(email, { redirectTo });
    expect(error).toBeNull();
    expect(shop.lastMail(email)).toMatchObject({ kind: 'recovery', redirectTo });
    const landed = await openMailedLink(shop, email);
    expect(landed.searchParams.get('mode')).toBe('reset');
    expect(landed.hash).toContain('type=recovery');
    const visitor = await enter(landed);
    expect((await visitor.updateUser({ password: 'brand new' })).error).toBeNull();
    const renewed = await shop.visitor().signInWithPassword({ email, password: 'brand new' });
    expect(renewed.error).toBeNull();
  });

  it('is answered alike for an address without an account', async () => {
    await shop.member(email, password);
    shop.mails.length = 0;
    const known = await shop.visitor().resetPasswordForEmail(email);
    const unknown = await shop.visitor().resetPasswordForEmail('nobody@example.com');
    expect(unknown).toEqual(known);
    expect(shop.mails.map(({ to }) => to)).toEqual([email]);
  });

  it('takes the same time for known and unknown addresses', async () => {
    const waits: number[] = [];
    shop = await createHarness(database, { wait: async (time) => void waits.push(time) });
    await shop.member(email, password);
    const known = [email, 'nobody@example.com'];
    waits.length = 0;
    for (const to of known) {
      await shop.visitor().resetPasswordForEmail(to);
      await shop.visitor().signInWithOtp({ email: to });
      await shop.visitor().resend({ type: 'signup', email: to });
      await shop.visitor().signUp({ email: to, password });
    }
    expect(waits).toEqual(Array(8).fill(250));
  });

  it('makes the older link useless', async () => {
    await shop.member(email, password);
    await shop.visitor().resetPasswordForEmail(email);
    const older = new URL(shop.lastMail(email).link).searchParams.get('token') ?? '';
    await shop.visitor().resetPasswordForEmail(email);
    const refused = await shop.visitor().verifyOtp({ token_hash: older, type: 'recovery' });
    expect(refused.error?.code).toBe('otp_expired');
    const { tokenHash } = shop.lastMail(email);
    const wrongType = await shop.visitor().verifyOtp({ token_hash: tokenHash, type: 'signup' });
    expect(wrongType.error?.code).toBe('otp_expired');
    const good = await shop.visitor().verifyOtp({ token_hash: tokenHash, type: 'recovery' });
    expect(good.data.session?.user.email).toBe(email);
  });

  it('makes links from before a password change useless', async () => {
    const member = await shop.member(email, password);
    await shop.visitor().resetPasswordForEmail(email);
    await member.updateUser({ password: 'brand new' });
    expect((await openMailedLink(shop, email)).hash).toContain('error_code=otp_expired');
  });
});

describe('signing in by mail', () => {
  it('works for an account, by link and by code', async () => {
    await shop.member(email, password);
    expect((await shop.visitor().signInWithOtp({ email })).error).toBeNull();
    expect(shop.lastMail(email).kind).toBe('magiclink');
    const visitor = await enter(await openMailedLink(shop, email));
    expect((await visitor.getUser()).data.user?.email).toBe(email);

    await shop.visitor().signInWithOtp({ email });
    const { token } = shop.lastMail(email);
    const { data } = await shop.visitor().verifyOtp({ email, token, type: 'email' });
    expect(data.user?.email).toBe(email);
    const spent = await shop.visitor().verifyOtp({ email, token, type: 'email' });
    expect(spent.error?.code).toBe('otp_expired');
  });

  it('opens an account for a new address, unless that is not wanted', async () => {
    const options = { shouldCreateUser: false };
    const refused = await shop.visitor().signInWithOtp({ email, options });
    expect(refused.error?.code).toBe('otp_disabled');
    await shop.visitor().signInWithOtp({ email, options: { data: { full_name: 'Ada' } } });
    const mail = shop.lastMail(email);
    expect(mail.kind).toBe('confirmation');
    const { data } = await shop.visitor().verifyOtp({ email, token: mail.token, type: 'email' });
    expect(data.user?.user_metadata.full_name).toBe('Ada');
  });

  it('takes a typed code from the newest mail only, links from earlier ones too', async () => {
    shop = await createHarness(database, { settings: { bindBrowsers: true } });
    for (let n = 0; n < 3; n++) {
      await shop.visitor().signUp({ email, password });
      shop.pass(120_000);
    }
    expect(shop.mails).toHaveLength(3);
    const [first, second, third] = shop.mails;
    for (const type of ['signup', 'email'] as const) {
      for (const { token = '' } of [first, second].filter((mail) => mail !== undefined)) {
        const refused = await shop.visitor().verifyOtp({ email, token, type });
        expect(refused.error?.code).toBe('otp_expired');
      }
    }
    const token_hash = first?.tokenHash ?? '';
    const byLink = await shop.visitor().verifyOtp({ token_hash, type: 'signup' });
    expect(byLink.data.session?.user.email).toBe(email);
    const token = third?.token ?? '';
    const byCode = await shop.visitor().verifyOtp({ email, token, type: 'signup' });
    expect(byCode.data.session?.user.email).toBe(email);
  });

  it('sends the confirmation of a sign-up once more', async () => {
    await shop.visitor().signUp({ email, password });
    shop.mails.length = 0;
    expect((await shop.visitor().resend({ type: 'signup', email })).error).toBeNull();
    expect(shop.mails).toHaveLength(1);
    await openMailedLink(shop, email);
    shop.mails.length = 0;
    expect((await shop.visitor().resend({ type: 'signup', email })).error).toBeNull();
    expect(
      (await shop.visitor().resend({ type: 'signup', email: 'x@y.example' })).error,
    ).toBeNull();
    expect(shop.mails).toHaveLength(0);
  });
});

describe('a new email address', () => {
  it('holds once both addresses have confirmed it', async () => {
    const member = await shop.member(email, password);
    const { data } = await member.updateUser({ email: 'new@example.com' });
    expect(data.user).toMatchObject({ email, new_email: 'new@example.com' });

    const first = await openMailedLink(shop, 'new@example.com');
    expect(first.hash).toContain('message=Confirmation+link+accepted');
    expect((await member.getUser()).data.user?.email).toBe(email);
    const second = await openMailedLink(shop, email);
    expect(second.hash).toContain('type=email_change');
    const { user } = (await member.getUser()).data;
    expect(user?.email).toBe('new@example.com');
    expect(user?.new_email).toBeUndefined();
    expect(user?.identities?.[0]?.identity_data?.email).toBe('new@example.com');
  });

  it('is confirmed by codes as well, and the same code does not count twice', async () => {
    const member = await shop.member(email, password);
    await member.updateUser({ email: 'new@example.com' });
    const forNew = shop.lastMail('new@example.com').token;
    const forOld = shop.lastMail(email).token;
    const type = 'email_change';
    const half = await shop.visitor().verifyOtp({ email: 'new@example.com', token: forNew, type });
    expect(half.error).toBeNull();
    expect(half.data.session).toBeNull();
    const again = await shop.visitor().verifyOtp({ email: 'new@example.com', token: forNew, type });
    expect(again.error?.code).toBe('otp_expired');
    const full = await shop.visitor().verifyOtp({ email, token: forOld, type });
    expect(full.data.user?.email).toBe('new@example.com');
  });

  it('is refused when it has an account, then and at its confirmation', async () => {
    await shop.member('taken@example.com');
    const member = await shop.member(email, password);
    const taken = await member.updateUser({ email: 'taken@example.com' });
    expect(taken.error?.code).toBe('email_exists');

    await member.updateUser({ email: 'new@example.com' });
    const link = shop.lastMail('new@example.com');
    await shop.member('new@example.com');
    await openMailedLink(shop, email);
    shop.mails.push(link);
    const late = await openMailedLink(shop, 'new@example.com');
    expect(late.hash).toContain('error_code=email_exists');
    expect((await member.getUser()).data.user?.email).toBe(email);
  });
});

describe('a new email address, begun before the password was changed', () => {
  it.each([
    ['alone', false],
    ['and the current one', true],
  ])(
    'is forgotten, whoever asks for its emails again, where it %s confirms',
    async (_who, twice) => {
      shop = await createHarness(database, { settings: { confirmChangesTwice: twice } });
      const owner = await shop.member(email, password);
      const thief = shop.visitor();
      await thief.signInWithPassword({ email, password });
      await thief.updateUser({ email: 'thief@example.com' });
      expect((await owner.updateUser({ password: 'brand new' })).error).toBeNull();
      shop.mails.length = 0;
      await shop.visitor().resend({ type: 'email_change', email });
      expect(shop.mails).toEqual([]);
      expect((await owner.getUser()).data.user?.new_email).toBeUndefined();
    },
  );

  it('takes no proof that was given for an earlier one', async () => {
    shop = await createHarness(database, { rateLimits: 'on' });
    const thief = await shop.member(email, password);
    for (let index = 0; index < 6; index += 1) {
      const other = await shop.member(`other-${index}@example.com`, password);
      await other.updateUser({ email: 'victim@example.com' });
      shop.pass(61_000);
    }
    await thief.updateUser({ email: 'thief@example.com' });
    shop.pass(61_000);
    shop.mails.splice(0, shop.mails.length, shop.lastMail('thief@example.com'));
    expect((await thief.updateUser({ email: 'victim@example.com' })).error).toBeNull();
    expect(shop.mails.map(({ to }) => to)).toEqual(['thief@example.com', email]);
    expect((await openMailedLink(shop, email)).href).toContain('message=');
    expect((await openMailedLink(shop, 'thief@example.com')).href).toContain('otp_expired');
    expect((await thief.getUser()).data.user?.email).toBe(email);
  });
});

describe('a reauthentication', () => {
  it('gives a nonce that is good for one change of password', async () => {
    const member = await shop.member(email, password);
    expect((await member.reauthenticate()).error).toBeNull();
    const { kind, token: nonce, link } = shop.lastMail(email);
    expect({ kind, link }).toEqual({ kind: 'reauthentication', link: '' });
    const wrong = await member.updateUser({ password: 'brand new', nonce: 'nonsense' });
    expect(wrong.error?.code).toBe('reauthentication_not_valid');
    expect((await shop.visitor().signInWithPassword({ email, password })).error).toBeNull();
    expect((await member.updateUser({ password: 'brand new', nonce })).error).toBeNull();
    const again = await member.updateUser({ password: 'newer still', nonce });
    expect(again.error?.code).toBe('reauthentication_not_valid');
  });
});

describe('a flow with a challenge', () => {
  const verifier = 'v'.repeat(64);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const begin = () =>
    shop.call('/recover', {
      method: 'POST',
      body: JSON.stringify({ email, code_challenge: challenge, code_challenge_method: 's256' }),
    });
  const exchange = async (code: string | null, code_verifier: string) => {
    const response = await shop.call('/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier }),
    });
    return { status: response.status, body: await response.json() };
  };

  it('ends in a code, which only the holder of the verifier can exchange, once', async () => {
    await shop.member(email, password);
    expect((await begin()).status).toBe(200);
    const landed = await openMailedLink(shop, email);
    expect(landed.hash).toBe('');
    const code = landed.searchParams.get('code');
    expect(await exchange(code, 'w'.repeat(64))).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    });
    expect(await exchange(code, verifier)).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', user: { email } },
    });
    expect(await exchange(code, verifier)).toMatchObject({
      status: 404,
      body: { error_code: 'flow_state_not_found' },
    });
  });

  it.each<[string, (owner: Awaited<ReturnType<Harness['member']>>) => Promise<{ error: unknown }>]>(
    [
      ['the password is changed', (owner) => owner.updateUser({ password: 'brand new' })],
      ['all sessions are ended', (owner) => owner.signOut({ scope: 'global' })],
      ['the other sessions are ended', (owner) => owner.signOut({ scope: 'others' })],
    ],
  )('ends when %s', async (_what, end) => {
    const owner = await shop.member(email, password);
    await begin();
    const code = (await openMailedLink(shop, email)).searchParams.get('code');
    expect((await end(owner)).error).toBeNull();
    expect(await exchange(code, verifier)).toMatchObject({
      status: 404,
      body: { error_code: 'flow_state_not_found' },
    });
  });

  it('survives signing out everywhere while its link is still in the mailbox', async () => {
    const owner = await shop.member(email, password);
    await begin();
    expect((await owner.signOut({ scope: 'global' })).error).toBeNull();
    const code = (await openMailedLink(shop, email)).searchParams.get('code');
    expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
  });

  it('must be finished within five minutes of opening the link', async () => {
    await shop.member(email, password);
    await begin();
    shop.pass(1_800_000);
    const code = (await openMailedLink(shop, email)).searchParams.get('code');
    shop.pass(301_000);
    expect(await exchange(code, verifier)).toMatchObject({
      status: 422,
      body: { error_code: 'flow_state_expired' },
    });
  });

  describe('where browsers are bound', () => {
    const pkce = { code_challenge: challenge, code_challenge_method: 's256' };
    const outcomeOf = (landed: URL) =>
      Object.fromEntries(new URLSearchParams(landed.hash.slice(1)));
    const settle = async () => {
      shop = await createHarness(database, { settings: { bindBrowsers: true } });
      const ada = shop.browser();
      await ada.post('/signup', { email, password });
      await ada.open(shop.lastMail(email).link);
      return { ada, stranger: shop.browser(), phone: shop.browser() };
    };

    it.each([
      ['recovery', '/recover'],
      ['magiclink', '/otp'],
      ['magiclink', '/magiclink'],
    ])(
      'a %s link that a stranger asked for leads in whoever reads the mail',
      async (type, path) => {
        const { ada, stranger, phone } = await settle();
        for (const [asker, reader, headers] of [
          [stranger, ada, {}],
          [stranger, phone, {}],
          [ada, ada, { origin: 'https://evil.example' }],
        ] as const) {
          shop.pass(61_000);
          await asker.post(path, { email, ...pkce }, headers);
          const landed = await reader.open(shop.lastMail(email).link);
          expect(landed.searchParams.has('code')).toBe(false);
          const { access_token, type: landedType } = outcomeOf(landed);
          expect(landedType).toBe(type);
          const body = JSON.stringify({ data: { seen: true } });
          const headersOf = { authorization: `Bearer ${access_token}` };
          const used = await reader.send('/user', { method: 'PUT', body, headers: headersOf });
          expect((await used.json()).email).toBe(email);
        }
        const { rows } = await database.query<{ auth_code: string }>({
          text: 'select auth_code from auth.flow_state where auth_code_issued_at is not null',
        });
        expect(rows).toEqual([]);
      },
    );

    it('a link for a new address leads in whoever reads the mail', async () => {
      shop = await createHarness(database, { settings: { bindBrowsers: true } });
      const [stranger, ada] = [shop.browser(), shop.browser()];
      await stranger.post('/otp', { email, ...pkce });
      const landed = await ada.open(shop.lastMail(email).link);
      expect(landed.searchParams.has('code')).toBe(false);
      expect(outcomeOf(landed).access_token).toBeTruthy();
    });

    it('the link ends in a code in the browser that asked, whoever asked too', async () => {
      const { ada, stranger } = await settle();
      shop.pass(61_000);
      await ada.post('/recover', { email, ...pkce });
      await stranger.post('/recover', { email, ...pkce });
      const code = (await ada.open(shop.lastMail(email).link)).searchParams.get('code');
      expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
    });
  });

  it('reports a failure in the query as well', async () => {
    await shop.member(email, password);
    await begin();
    await openMailedLink(shop, email);
    const again = await openMailedLink(shop, email);
    expect(again.searchParams.get('error_code')).toBe('otp_expired');
    expect(again.hash).toContain('error_code=otp_expired');
  });

  it('needs a challenge of a known kind', async () => {
    const tries = [
      { code_challenge: challenge },
      { code_challenge_method: 's256' },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: challenge, code_challenge_method: 'md5' },
      { code_challenge: `${challenge}'`, code_challenge_method: 's256' },
    ];
    for (const fields of tries) {
      const response = await shop.call('/recover', {
        method: 'POST',
        body: JSON.stringify({ email, ...fields }),
      });
      expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
    }
  });
});
