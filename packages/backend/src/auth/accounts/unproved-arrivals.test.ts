import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { setScene, WELCOME } from '../../fixtures/external-scene.ts';
import { databaseKinds } from '../../testing/databases.ts';
import type { ServedBrowser } from '../auth-harness.ts';

const STOLEN = 'chosen by the attacker';
const OWN = 'typed by the owner';

let scenes = 0;

/** Eve claims an address that she cannot read, through a provider that has not verified it. */
describe.each(databaseKinds)('an unverified address on $name', (kind) => {
  const scene = setScene(kind);
  beforeEach(() => scene.open({ bindBrowsers: true }));

  const newScene = () => {
    scenes += 1;
    const email = `owner-${scenes}@mail.example`;
    const subject = `eve-${scenes}`;
    scene.issuer.people.set(subject, { email, email_verified: false, name: 'Eve' });
    const at = (last: number) =>
      scene.shop.browser({ address: `10.${scenes >> 8}.${scenes & 255}.${last}` });
    return { email, subject, eve: at(1), owner: at(2), phone: at(3) };
  };

  /** The URL where a browser ends up after signing in at the provider as that person. */
  const arrive = async (browser: ServedBrowser, subject: string) => {
    const query = new URLSearchParams({ redirect_to: WELCOME, provider: 'keycloak' });
    const away = await browser.send(`/authorize?${query}`, { key: '' });
    const back = await scene.issuer.consent(away.headers.get('location') ?? '', subject);
    const landed = await browser.send(`/callback${back.search}`, { key: '' });
    return scene.outcomeOf(new URL(landed.headers.get('location') ?? 'about:blank'));
  };
  const signIn = async (browser: ServedBrowser, email: string, password: string) =>
    (await browser.post('/token?grant_type=password', { email, password })).ok;
  const choose = (browser: ServedBrowser, token: string | undefined, password: string) =>
    browser.send('/user', {
      method: 'PUT',
      body: JSON.stringify({ password }),
      headers: { authorization: `Bearer ${token}` },
    });
  const invite = (email: string) =>
    scene.shop.service().admin.inviteUserByEmail(email, { data: { full_name: 'Invited' } });
  const openLast = async (browser: ServedBrowser, email: string) =>
    scene.outcomeOf(await browser.open(scene.shop.lastMail(email).link));
  const accountOf = async (email: string) => {
    const { rows } = await scene.database.query<{ account: string }>({
      text: `select json_build_object('confirmed', u.email_confirmed_at is not null,
          'password', u.encrypted_password is not null, 'name', u.raw_user_meta_data ->> 'full_name',
          'providers', (select json_agg(provider order by provider) from auth.identities i
            where i.user_id = u.id))::text as account
        from auth.users u where u.email = $1`,
      values: [email],
    });
    return rows[0] ? JSON.parse(rows[0].account) : null;
  };

  it('goes to the owner who opens the emailed link, without the identity that claimed it', async () => {
    const { email, subject, eve, owner } = newScene();
    expect(await arrive(eve, subject)).toMatchObject({
      error_code: 'provider_email_needs_verification',
    });
    const opened = await openLast(owner, email);
    expect(opened.access_token).toBeTruthy();
    expect(await accountOf(email)).toEqual({
      confirmed: true,
      password: false,
      name: null,
      providers: ['email'],
    });
    expect((await arrive(eve, subject)).access_token).toBeUndefined();
    expect((await choose(owner, opened.access_token, OWN)).status).toBe(200);
    expect(await signIn(owner, email, OWN)).toBe(true);
    expect((await arrive(eve, subject)).access_token).toBeUndefined();
  });

  it('goes to the claimant who opens the emailed link in the browser that came back', async () => {
    const { email, subject, eve: ada } = newScene();
    await arrive(ada, subject);
    const opened = await openLast(ada, email);
    expect(opened.access_token).toBeTruthy();
    expect(await accountOf(email)).toMatchObject({ confirmed: true, name: 'Eve' });
    expect((await arrive(ada, subject)).access_token).toBeTruthy();
  });

  it('goes to the invited person, whoever signed up or arrived with it before', async () => {
    const { email, subject, eve, phone } = newScene();
    await eve.post('/signup', { email, password: STOLEN, data: { full_name: 'Eve' } });
    await arrive(eve, subject);
    expect((await invite(email)).error).toBeNull();
    await eve.post('/signup', { email, password: STOLEN, data: { full_name: 'Eve' } });
    const invitation = scene.shop.mails.find((mail) => mail.kind === 'invite')?.link ?? '';
    const opened = scene.outcomeOf(await phone.open(invitation));
    expect(opened).toMatchObject({ type: 'invite' });
    expect(await accountOf(email)).toEqual({
      confirmed: true,
      password: false,
      name: 'Invited',
      providers: ['email'],
    });
    expect(await signIn(eve, email, STOLEN)).toBe(false);
    expect((await arrive(eve, subject)).access_token).toBeUndefined();
    expect((await choose(phone, opened.access_token, OWN)).status).toBe(200);
    expect(await signIn(phone, email, OWN)).toBe(true);
    await openLast(phone, email);
    expect(await signIn(phone, email, OWN)).toBe(true);
    expect(await signIn(eve, email, STOLEN)).toBe(false);
  });

  it('is never reached by anyone who cannot read its mailbox, in any order of events', async () => {
    const step = fc.constantFrom(
      ...['eve arrives', 'eve signs up', 'eve asks for a code', 'eve recovers', 'eve resends'],
      ...['invited', 'owner signs up', 'owner recovers', 'owner opens', 'phone opens'],
      ...['chooses', 'a minute', 'an hour'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const { email, subject, eve, owner, phone } = newScene();
        let token: string | undefined;
        const open = async (browser: ServedBrowser) => {
          if (!scene.shop.mails.some(({ to }) => to === email)) return;
          token = (await openLast(browser, email)).access_token ?? token;
        };
        const acts: Record<string, () => Promise<unknown> | unknown> = {
          'eve arrives': async () =>
            expect((await arrive(eve, subject)).access_token).toBeUndefined(),
          'eve signs up': () => eve.post('/signup', { email, password: STOLEN }),
          'eve asks for a code': () => eve.post('/otp', { email }),
          'eve recovers': () => eve.post('/recover', { email }),
          'eve resends': () => eve.post('/resend', { type: 'signup', email }),
          invited: () => invite(email),
          'owner signs up': () => owner.post('/signup', { email, password: OWN }),
          'owner recovers': () => owner.post('/recover', { email }),
          'owner opens': () => open(owner),
          'phone opens': () => open(phone),
          chooses: () => token && choose(phone, token, OWN),
          'a minute': () => scene.shop.pass(61_000),
          'an hour': () => scene.shop.pass(3_601_000),
        };
        for (const name of steps) await acts[name]?.();
        expect(await signIn(eve, email, STOLEN)).toBe(false);
        expect((await arrive(eve, subject)).access_token).toBeUndefined();
        const account = await accountOf(email);
        if (account?.confirmed) {
          expect(account.name).not.toBe('Eve');
          expect(account.providers ?? []).not.toContain('keycloak');
        }
        // Whoever reads the mailbox still gets in.
        scene.shop.pass(7_200_000);
        await phone.post('/recover', { email });
        if (!account) return;
        const { access_token } = await openLast(phone, email);
        expect((await choose(phone, access_token, 'another of the owner')).status).toBe(200);
        expect(await signIn(phone, email, 'another of the owner')).toBe(true);
        expect(await signIn(eve, email, STOLEN)).toBe(false);
        expect((await arrive(eve, subject)).access_token).toBeUndefined();
      }),
      { numRuns: 25 },
    );
  });
});
