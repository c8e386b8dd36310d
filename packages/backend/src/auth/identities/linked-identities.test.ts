import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { email, password, setScene, WELCOME } from '../../fixtures/external-scene.ts';
import { databaseKinds } from '../../testing/databases.ts';
import type { Harness, ServedBrowser } from '../auth-harness.ts';
import { noticeKinds } from '../notices.ts';

describe.each(databaseKinds)('signing in with a provider, on $name', (kind) => {
  const scene = setScene(kind);
  const { open, leave, comeBack, outcomeOf, signIn, userOf, countUsers } = scene;

  describe('and an account with the same address', () => {
    it('is the same account where both sides have verified the address', async () => {
      const member = await scene.shop.member(email, password);
      scene.shop.pass(1_000);
      const { outcome } = await signIn();
      const user = await userOf(outcome.access_token);
      expect(user.id).toBe((await member.getUser()).data.user?.id);
      expect(user.app_metadata).toMatchObject({
        provider: 'email',
        providers: ['email', 'keycloak'],
      });
      expect((await scene.shop.visitor().signInWithPassword({ email, password })).error).toBeNull();
    });

    it('tells the owner at the address that both sides know, once', async () => {
      await open({ notices: ['identity_linked'] });
      await scene.shop.member(email, password);
      scene.shop.pass(1_000);
      await signIn();
      await signIn();
      expect(scene.shop.notices).toEqual([
        {
          kind: 'identity_linked',
          id: expect.any(String),
          to: email,
          provider: 'keycloak',
          at: new Date(scene.shop.now()),
          userMetadata: expect.any(Object),
        },
      ]);
    });

    it('tells nobody whose address was never verified, nor of a new account', async () => {
      await open({ notices: ['identity_linked'] });
      await scene.shop.visitor().signUp({ email, password });
      await signIn();
      scene.issuer.people.set('new', { email: 'new@example.com', email_verified: true });
      await signIn('new');
      expect(await countUsers()).toBe(2);
      expect(scene.shop.notices).toEqual([]);
    });

    it('is another account where the address is a former one of the first', async () => {
      const { outcome: mine } = await signIn();
      const { id } = await userOf(mine.access_token);
      const moved = { email: 'moved@example.com', email_confirm: true };
      expect((await scene.shop.service().admin.updateUserById(id, moved)).error).toBeNull();
      // The mailbox now belongs to somebody else.
      scene.issuer.people.set('heir', { email, email_verified: true });
      const { outcome } = await signIn('heir');
      const heir = await userOf(outcome.access_token);
      expect(heir.id).not.toBe(id);
      expect(heir.email).toBe(email);
      const { outcome: again } = await signIn();
      expect((await userOf(again.access_token)).id).toBe(id);
    });

    it('stays apart where the issuer has not verified it', async () => {
      await scene.shop.member(email, password);
      scene.issuer.people.set('eve', { email, email_verified: false });
      const { outcome } = await signIn('eve');
      expect(outcome).toMatchObject({
        error: 'access_denied',
        error_code: 'provider_email_needs_verification',
      });
      expect(outcome.access_token).toBeUndefined();
      expect(await countUsers()).toBe(1);
    });

    it('is taken away from a person who never verified the address', async () => {
      await scene.shop
        .visitor()
        .signUp({ email, password, options: { data: { full_name: 'Eve' } } });
      const { outcome } = await signIn();
      const user = await userOf(outcome.access_token);
      expect(user.user_metadata.full_name).toBe('Ada Lovelace');
      expect(user.identities).toMatchObject([{ provider: 'keycloak' }]);
      const eve = await scene.shop.visitor().signInWithPassword({ email, password });
      expect(eve.error?.code).toBe('invalid_credentials');
      expect(await countUsers()).toBe(1);
    });

    it('is not found by an address that a provider merely claims for another account', async () => {
      scene.issuer.people.set('eve', { email: 'eve@example.com', email_verified: true });
      const eve = await signIn('eve');
      scene.issuer.people.set('eve', { email, email_verified: false });
      await signIn('eve');
      const landed = await comeBack(
        await scene.other.consent(await leave({ provider: 'custom:other' }), 'ada'),
      );
      const ada = await userOf(outcomeOf(landed).access_token);
      expect(ada.id).not.toBe((await userOf(eve.outcome.access_token)).id);
    });

    it('waits for an emailed confirmation where the address is unverified', async () => {
      scene.issuer.people.set('new', { email: 'new@example.com', email_verified: false });
      const { outcome } = await signIn('new');
      expect(outcome.error_description).toContain('A confirmation email has been sent');
      expect(scene.shop.lastMail('new@example.com').kind).toBe('confirmation');
    });

    it('is created once when the same person arrives twice at once', async () => {
      const addresses = await Promise.all(
        Array.from({ length: 4 }, async () =>
          scene.issuer.consent(await leave({ provider: 'keycloak' }), 'ada'),
        ),
      );
      const landed = await Promise.all(addresses.map(comeBack));
      const ids = await Promise.all(
        landed.map(async (to) => (await userOf(outcomeOf(to).access_token)).id as string),
      );
      expect(new Set(ids).size).toBe(1);
      expect(await countUsers()).toBe(1);
    });
  });

  describe('for an account one is signed in to', () => {
    /** Adds a second factor and passes it in the member's session. */
    const protect = async (member: Awaited<ReturnType<Harness['member']>>) => {
      const { data: factor } = await member.mfa.enroll({ factorType: 'totp' });
      if (!factor) throw new Error('No factor');
      const totp = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) });
      const code = totp.generate({ timestamp: scene.shop.now() });
      const verified = await member.mfa.challengeAndVerify({ factorId: factor.id, code });
      expect(verified.error).toBeNull();
    };
    const begin = async (member: Awaited<ReturnType<Harness['member']>>) => {
      scene.shop.pass(1_000);
      const { data, error } = await member.linkIdentity({
        provider: 'keycloak',
        options: { redirectTo: WELCOME, skipBrowserRedirect: true },
      });
      if (error) throw error;
      return data.url ?? '';
    };

    it('adds a provider and removes it again', async () => {
      await open({ manualLinking: true });
      const member = await scene.shop.member('member@example.com', password);
      const landed = await comeBack(await scene.issuer.consent(await begin(member), 'ada'));
      expect(outcomeOf(landed).access_token).toBeTruthy();
      const { data } = await member.getUserIdentities();
      expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak']);
      // Nobody else can link the same person, and the same account cannot be linked twice.
      const eve = await scene.shop.member('eve@example.com', password);
      for (const client of [member, eve]) {
        const twice = await comeBack(await scene.issuer.consent(await begin(client), 'ada'));
        expect(outcomeOf(twice).error_code).toBe('identity_already_exists');
      }
      const [, linked] = data?.identities ?? [];
      if (!linked) throw new Error('Nothing was linked');
      expect((await eve.unlinkIdentity(linked)).error?.code).toBe('single_identity_not_deletable');
      expect((await member.unlinkIdentity(linked)).error).toBeNull();
      expect((await member.getUser()).data.user?.app_metadata).toMatchObject({
        providers: ['email'],
      });
      const [own] = data?.identities ?? [];
      if (!own) throw new Error('Nothing is left');
      expect((await member.unlinkIdentity(own)).error?.code).toBe('single_identity_not_deletable');
    });

    it('adds the identity of an ID token, once', async () => {
      await open({ manualLinking: true });
      const member = await scene.shop.member('member@example.com', password);
      scene.shop.pass(1_000);
      const now = Math.floor(scene.shop.now() / 1000);
      const token = await scene.issuer.sign({
        ...{ iss: scene.issuer.url, sub: 'ada', aud: 'the-app', iat: now, exp: now + 600 },
        ...{ email, email_verified: true },
      });
      const credentials = { provider: 'keycloak', token };
      expect((await member.linkIdentity(credentials)).error).toBeNull();
      expect((await member.getUser()).data.user).toMatchObject({
        email: 'member@example.com',
        app_metadata: { providers: ['email', 'keycloak'] },
      });
      const eve = await scene.shop.member('eve@example.com', password);
      expect((await eve.linkIdentity(credentials)).error?.code).toBe('identity_already_exists');
      const stranger = { id_token: token, provider: 'keycloak', link_identity: true };
      const refused = await scene.shop.call('/token?grant_type=id_token', {
        method: 'POST',
        body: JSON.stringify(stranger),
      });
      expect(refused.status).toBe(401);
    });

    it('uses the address of a remaining identity when its own is removed', async () => {
      await open({ manualLinking: true });
      const member = await scene.shop.member('member@example.com', password);
      await comeBack(await scene.issuer.consent(await begin(member), 'ada'));
      const { data } = await member.getUserIdentities();
      const own = data?.identities.find(({ provider }) => provider === 'email');
      if (!own) throw new Error('No address');
      expect((await member.unlinkIdentity(own)).error).toBeNull();
      expect((await member.getUser()).data.user).toMatchObject({
        email,
        app_metadata: { provider: 'keycloak' },
      });
    });

    describe('with emails about it', () => {
      const told = { notices: noticeKinds };
      const link = async (member: Awaited<ReturnType<Harness['member']>>) =>
        comeBack(await scene.issuer.consent(await begin(member), 'ada'));
      const identityOf = async (
        member: Awaited<ReturnType<Harness['member']>>,
        provider: string,
      ) => {
        const { data } = await member.getUserIdentities();
        const found = data?.identities.find((identity) => identity.provider === provider);
        if (!found) throw new Error(`No identity of ${provider}`);
        return found;
      };
      const noticed = () =>
        scene.shop.notices.map((notice) =>
          [notice.kind, 'provider' in notice && notice.provider, notice.to]
            .filter(Boolean)
            .join(' '),
        );

      it('tells the owner of each, at the address that the account had before', async () => {
        await open({ ...told, manualLinking: true });
        const member = await scene.shop.member('member@example.com', password);
        await link(member);
        expect(noticed()).toEqual(['identity_linked keycloak member@example.com']);
        const own = await identityOf(member, 'email');
        expect((await member.unlinkIdentity(own)).error).toBeNull();
        expect((await member.getUser()).data.user?.email).toBe(email);
        expect(noticed().slice(1)).toEqual(['email_changed member@example.com']);
        const { notices } = scene.shop;
        expect(new Set(notices.map(({ id }) => id)).size).toBe(2);
        for (const { at } of notices) expect(at).toEqual(new Date(scene.shop.now()));
      });

      it('tells of what happened alone, and of nothing that was refused', async () => {
        await open({ ...told, manualLinking: true });
        const member = await scene.shop.member('member@example.com', password);
        const own = await identityOf(member, 'email');
        expect((await member.unlinkIdentity(own)).error).not.toBeNull();
        await link(member);
        const eve = await scene.shop.member('eve@example.com', password);
        expect(outcomeOf(await link(eve)).error_code).toBe('identity_already_exists');
        expect(noticed()).toEqual(['identity_linked keycloak member@example.com']);
      });

      it('tells nobody unless the settings ask for it', async () => {
        await open({ manualLinking: true });
        const member = await scene.shop.member('member@example.com', password);
        await link(member);
        await member.unlinkIdentity(await identityOf(member, 'keycloak'));
        expect(noticed()).toEqual([]);
      });

      it('writes to no address that came with the identity itself', async () => {
        await open({ ...told, manualLinking: true, anonymousSignIns: true });
        const visitor = scene.shop.visitor();
        await visitor.signInAnonymously();
        await link(visitor);
        expect((await visitor.getUser()).data.user?.email).toBe(email);
        expect(noticed()).toEqual([]);
      });

      it('fills no mailbox, and takes nothing of what others may send there', async () => {
        await open({ ...told, manualLinking: true }, { rateLimits: 'on' });
        const member = await scene.shop.member('member@example.com', password);
        const linkByToken = async () => {
          const now = Math.floor(scene.shop.now() / 1000);
          const token = await scene.issuer.sign({
            ...{ iss: scene.issuer.url, sub: 'ada', aud: 'the-app', iat: now, exp: now + 600 },
            ...{ email, email_verified: true },
          });
          const linked = await member.linkIdentity({ provider: 'keycloak', token });
          expect(linked.error).toBeNull();
        };
        for (let i = 0; i < 4; i++) {
          await linkByToken();
          const added = await identityOf(member, 'keycloak');
          expect((await member.unlinkIdentity(added)).error).toBeNull();
        }
        expect(noticed()).toHaveLength(6);
        const mails = () => scene.shop.mails.filter(({ to }) => to === 'member@example.com').length;
        for (let i = 0; i < 6; i++) {
          const { error } = await scene.shop.visitor().signInWithOtp({
            email: 'member@example.com',
            options: { shouldCreateUser: false },
          });
          expect(error).toBeNull();
          scene.shop.pass(61_000);
        }
        // In addition to the sign-up's email, all six that strangers may cause.
        expect(mails()).toBe(7);
        scene.shop.pass(600_000);
        await linkByToken();
        expect(noticed()).toHaveLength(7);
      });
    });

    it('leaves neither password nor other sessions on an address that another proof gave', async () => {
      await open({ manualLinking: true });
      const member = await scene.shop.member('member@example.com', password);
      const elsewhere = scene.shop.visitor();
      await elsewhere.signInWithPassword({ email: 'member@example.com', password });
      await comeBack(await scene.issuer.consent(await begin(member), 'ada'));
      expect((await elsewhere.getUser()).error).toBeNull();
      const { data } = await member.getUserIdentities();
      const own = data?.identities.find(({ provider }) => provider === 'email');
      if (!own) throw new Error('No address');
      expect((await member.unlinkIdentity(own)).error).toBeNull();
      expect((await member.getUser()).data.user?.email).toBe(email);
      expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
      const signedIn = await scene.shop.visitor().signInWithPassword({ email, password });
      expect(signedIn.error?.code).toBe('invalid_credentials');
    });

    it('gives an address to no password or other session that was there before', async () => {
      await open({ manualLinking: true, anonymousSignIns: true });
      const visitor = scene.shop.visitor();
      const { data } = await visitor.signInAnonymously();
      const sessions = 'select id::text from auth.sessions where user_id = $1';
      const values = [data.user?.id];
      await scene.database.query({
        text: `with other as (
            insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), $1, now())
          ) update auth.users set encrypted_password = 'known' where id = $1`,
        values,
      });
      expect((await scene.database.query({ text: sessions, values })).rowCount).toBe(2);
      await comeBack(await scene.issuer.consent(await begin(visitor), 'ada'));
      expect((await visitor.getUser()).data.user?.email).toBe(email);
      // The visitor's own, and the one in which the browser came back.
      expect((await scene.database.query({ text: sessions, values })).rowCount).toBe(2);
      const { rows } = await scene.database.query({
        text: 'select encrypted_password from auth.users where id = $1',
        values,
      });
      expect(rows).toEqual([{ encrypted_password: null }]);
    });

    it('gives a visitor without an address one', async () => {
      await open({ manualLinking: true, anonymousSignIns: true });
      const visitor = scene.shop.visitor();
      await visitor.signInAnonymously();
      await comeBack(await scene.issuer.consent(await begin(visitor), 'ada'));
      expect((await visitor.getUser()).data.user).toMatchObject({ email, is_anonymous: false });
    });

    it('needs the second step of an account that has one, on every way', async () => {
      await open({ manualLinking: true });
      const owner = await scene.shop.member('member@example.com', password);
      const before = await scene.issuer.consent(await begin(owner), 'ada');
      scene.shop.pass(1_000);
      await protect(owner);
      const { data } = await owner.getUserIdentities();
      const [own] = data?.identities ?? [];
      if (!own) throw new Error('No address');
      const thief = scene.shop.visitor();
      await thief.signInWithPassword({ email: 'member@example.com', password });
      const refusal = { status: 401, code: 'insufficient_aal' };

      const linked = await thief.linkIdentity({ provider: 'keycloak' });
      expect(linked.error).toMatchObject(refusal);
      const now = Math.floor(scene.shop.now() / 1000);
      const token = await scene.issuer.sign({
        ...{ iss: scene.issuer.url, sub: 'ada', aud: 'the-app', iat: now, exp: now + 600 },
        ...{ email, email_verified: true },
      });
      const byToken = await thief.linkIdentity({ provider: 'keycloak', token });
      expect(byToken.error).toMatchObject(refusal);
      expect((await thief.unlinkIdentity(own)).error).toMatchObject(refusal);

      // A flow that such a session had started would still be refused at the end.
      const { rows } = await scene.database.query<{ id: string }>({
        text: `select f.id::text from auth.flow_state f where f.id = $1`,
        values: [before.searchParams.get('state')],
      });
      expect(rows).toHaveLength(1);
      await scene.database.query({
        text: `update auth.flow_origins set session_id = (
            select id from auth.sessions where aal = 'aal1' order by created_at desc limit 1)
          where flow_state_id = $1`,
        values: [rows[0]?.id],
      });
      expect((await comeBack(before)).href).toContain('error_code=insufficient_aal');

      expect((await owner.getUser()).data.user).toMatchObject({
        email: 'member@example.com',
        app_metadata: { providers: ['email'] },
      });
      await comeBack(await scene.issuer.consent(await begin(owner), 'ada'));
      expect((await owner.unlinkIdentity(own)).error).toBeNull();
      expect((await owner.getUser()).data.user?.email).toBe(email);
    });

    describe('that somebody else has entered too', () => {
      const address = 'member@example.com';
      const enter = async () => {
        const client = scene.shop.visitor();
        const { error } = await client.signInWithPassword({ email: address, password });
        expect(error).toBeNull();
        return client;
      };
      type Client = Awaited<ReturnType<typeof enter>>;

      it.each<[string, (owner: Client, thief: Client) => Promise<{ error: unknown }>]>([
        ['changes the password', (owner) => owner.updateUser({ password: 'brand new' })],
        ['ends all sessions', (owner) => owner.signOut({ scope: 'global' })],
        ['ends the other sessions', (owner) => owner.signOut({ scope: 'others' })],
        ['ends this session', (_owner, thief) => thief.signOut({ scope: 'local' })],
      ])('adds nothing that was begun before the owner %s', async (_what, end) => {
        await open({ manualLinking: true });
        const owner = await scene.shop.member(address, password);
        const thief = await enter();
        const back = await scene.issuer.consent(await begin(thief), 'ada');
        expect((await end(owner, thief)).error).toBeNull();
        const landed = await comeBack(back);
        expect(landed.href).toMatch(/error_code=(session_not_found|bad_oauth_state)/);
        const { rows } = await scene.database.query({
          text: 'select provider from auth.identities',
        });
        expect(rows).toEqual([{ provider: 'email' }]);
      });

      it.each([
        ['no session', 'null'],
        ['another account’s session', '(select id from auth.sessions where user_id = $2 limit 1)'],
      ])('adds nothing for %s', async (_whose, session) => {
        await open({ manualLinking: true });
        const owner = await scene.shop.member(address, password);
        const eve = await scene.shop.member('eve@example.com', password);
        const back = await scene.issuer.consent(await begin(owner), 'ada');
        await scene.database.query({
          text: `update auth.flow_origins set session_id = ${session} where $2::uuid is not null
            and flow_state_id = $1`,
          values: [back.searchParams.get('state'), (await eve.getUser()).data.user?.id],
        });
        expect((await comeBack(back)).href).toContain('error_code=session_not_found');
        expect((await owner.getUser()).data.user?.app_metadata.providers).toEqual(['email']);
      });
    });

    it('is refused where the owner has not allowed it', async () => {
      const member = await scene.shop.member('member@example.com', password);
      const linked = await member.linkIdentity({ provider: 'keycloak' });
      expect(linked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
      const anonymous = await scene.shop.call('/user/identities/authorize?provider=keycloak');
      expect(anonymous.status).toBe(401);
    });
  });

  describe('where browsers are bound', () => {
    const refusal = { error: 'access_denied', error_code: 'link_of_other_browser' };
    const returnIn = async (browser: ServedBrowser, address: URL) => {
      const response = await browser.send(`/callback${address.search}`, { key: '' });
      return outcomeOf(new URL(response.headers.get('location') ?? 'about:blank'));
    };
    const setOut = async (browser: ServedBrowser, path: string, init: RequestInit = {}) => {
      const query = new URLSearchParams({ provider: 'keycloak', redirect_to: WELCOME });
      const response = await browser.send(`${path}?${query}&skip_http_redirect=true`, init);
      const away = response.headers.get('location') ?? (await response.json()).url;
      return scene.issuer.consent(away, 'ada');
    };
    /** Somebody signed in to their own account. */
    const enter = async (browser: ServedBrowser, address: string) => {
      await browser.post('/signup', { email: address, password });
      const { access_token } = outcomeOf(await browser.open(scene.shop.lastMail(address).link));
      return { authorization: `Bearer ${access_token}` };
    };

    it('adds the identity of who comes back only in the browser that asked', async () => {
      await open({ manualLinking: true, bindBrowsers: true });
      const [eve, ada] = [scene.shop.browser(), scene.shop.browser()];
      const headers = await enter(eve, 'eve@example.com');
      const providersOf = async () =>
        (await (await eve.send('/user', { headers })).json()).app_metadata.providers.sort();
      const address = await setOut(eve, '/user/identities/authorize', { headers });
      expect(await returnIn(ada, address)).toMatchObject(refusal);
      await setOut(ada, '/authorize');
      expect(await returnIn(ada, address)).toMatchObject(refusal);
      expect(await providersOf()).toEqual(['email']);
      expect((await returnIn(eve, address)).access_token).toBeTruthy();
      expect(await providersOf()).toEqual(['email', 'keycloak']);
    });

    it('refuses what a page of another site asked for', async () => {
      await open({ manualLinking: true, bindBrowsers: true });
      const eve = scene.shop.browser();
      const headers = await enter(eve, 'eve@example.com');
      const foreign = { ...headers, origin: 'https://evil.example' };
      const address = await setOut(eve, '/user/identities/authorize', { headers: foreign });
      expect(await returnIn(eve, address)).toMatchObject(refusal);
    });

    it('leaves no confirmed account to an address that nobody has confirmed', async () => {
      await open({ manualLinking: true, bindBrowsers: true });
      const ada = scene.shop.browser();
      const headers = await enter(ada, 'ada@example.net');
      scene.issuer.people.set('ada', { email: 'eve@example.com', email_verified: false });
      await returnIn(ada, await setOut(ada, '/user/identities/authorize', { headers }));
      const user = await (await ada.send('/user', { headers })).json();
      const own = user.identities.find(
        ({ provider }: { provider: string }) => provider === 'email',
      );
      const path = `/user/identities/${own.identity_id}`;
      const refused = await ada.send(path, { method: 'DELETE', headers });
      expect((await refused.json()).error_code).toBe('email_conflict_identity_not_deletable');
      expect(await (await ada.send('/user', { headers })).json()).toMatchObject({
        email: 'ada@example.net',
        email_confirmed_at: user.email_confirmed_at,
      });
    });

    it('gives an account without an address an unverified one once it is confirmed there', async () => {
      await open({ manualLinking: true, bindBrowsers: true, anonymousSignIns: true });
      const ada = scene.shop.browser();
      const opened = await (await ada.post('/signup', {})).json();
      const headers = { authorization: `Bearer ${opened.access_token}` };
      scene.issuer.people.set('ada', { email, email_verified: false });
      const address = await setOut(ada, '/user/identities/authorize', { headers });
      expect(await returnIn(ada, address)).not.toHaveProperty('access_token');
      const emailOf = async () => (await (await ada.send('/user', { headers })).json()).email;
      expect(await emailOf()).toBeFalsy();
      const { link } = scene.shop.lastMail(email);
      // Whoever reads the mailbox gains no access to the account.
      expect((await scene.shop.browser().open(link)).href).toContain('link_of_other_browser');
      expect(await emailOf()).toBeFalsy();
      await ada.open(link);
      expect(await emailOf()).toBe(email);
    });

    it('signs in only the browser that asked', async () => {
      await open({ bindBrowsers: true });
      const [eve, ada] = [scene.shop.browser(), scene.shop.browser()];
      const address = await setOut(eve, '/authorize');
      expect(await returnIn(ada, address)).toMatchObject(refusal);
      expect(await countUsers()).toBe(0);
      expect((await returnIn(eve, address)).access_token).toBeTruthy();
    });

    it('knows the browser although the provider answers by a form of its page', async () => {
      await open({ bindBrowsers: true });
      const ada = scene.shop.browser();
      const address = await setOut(ada, '/authorize');
      const posted = await scene.shop.call('/callback', {
        method: 'POST',
        body: address.search.slice(1),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        key: '',
      });
      expect(posted.status).toBe(303);
      const again = new URL(posted.headers.get('location') ?? '');
      expect((await returnIn(ada, again)).access_token).toBeTruthy();
    });
  });
});
