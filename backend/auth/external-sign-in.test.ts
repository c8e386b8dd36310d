import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#tests/fixtures/databases.ts';
import { type GithubServer, startGithub } from '#tests/fixtures/github-server.ts';
import { type OpenidIssuer, startOpenidIssuer } from '#tests/fixtures/openid-issuer.ts';
import type { Database } from '../database/database.ts';
import { createHarness, type Harness, SITE } from './auth-harness.ts';
import type { AuthSettings } from './settings.ts';

const CALLBACK = `${SITE}/auth/v1/callback`;
const WELCOME = 'https://app.example/welcome';
const email = 'ada@example.com';
const password = 'a long password';

describe.each(databaseKinds)('signing in elsewhere, on $name', (kind) => {
  let database: Database;
  let issuer: OpenidIssuer;
  let other: OpenidIssuer;
  let github: GithubServer;
  let shop: Harness;
  const errors: unknown[] = [];

  beforeAll(async () => {
    [database, issuer, other, github] = await Promise.all([
      kind.open(),
      startOpenidIssuer(CALLBACK),
      startOpenidIssuer(CALLBACK),
      startGithub(CALLBACK),
    ]);
  });
  afterAll(async () => {
    await Promise.all([issuer?.stop(), other?.stop(), github?.stop(), database?.close()]);
    await kind.stop();
  });

  async function open(settings: Partial<AuthSettings> = {}) {
    const { clientId, secret } = issuer;
    shop = await createHarness(database, {
      settings,
      onError: (error) => errors.push(error),
      externalProviders: {
        keycloak: { clientIds: [clientId, 'the-app'], secret, url: issuer.url },
        'custom:other': { clientIds: [other.clientId], secret: other.secret, url: other.url },
        github: { clientIds: [github.clientId], secret: github.secret, url: github.url },
      },
    });
  }
  beforeEach(async () => {
    await open();
    errors.length = 0;
    await database.query({ text: 'delete from auth.users' });
    await database.query({ text: 'delete from auth.flow_state' });
    issuer.people.clear();
    issuer.people.set('ada', {
      email: 'Ada@Example.com',
      email_verified: true,
      name: 'Ada Lovelace',
      picture: 'https://people.example/ada.png',
      role: 'admin',
    });
    other.people.set('ada', { email, email_verified: true });
    github.people.set('octocat', {
      user: {
        id: 583231,
        login: 'octocat',
        name: 'The Octocat',
        avatar_url: 'https://a.example/o',
      },
      emails: [
        { email: 'second@example.com', primary: false, verified: true },
        { email: 'Octocat@GitHub.example', primary: true, verified: true },
      ],
    });
  });

  /** Where a browser is sent that follows the client's link. */
  async function leave(query: Record<string, string>): Promise<string> {
    const path = `/authorize?${new URLSearchParams({ redirect_to: WELCOME, ...query })}`;
    const response = await shop.call(path, { key: '' });
    return response.headers.get('location') ?? `${response.status} ${await response.text()}`;
  }
  async function comeBack(address: URL): Promise<URL> {
    const response = await shop.call(`/callback${address.search}`, { key: '' });
    return new URL(response.headers.get('location') ?? 'about:blank');
  }
  const outcomeOf = (landed: URL) => Object.fromEntries(new URLSearchParams(landed.hash.slice(1)));
  async function signIn(subject = 'ada', provider = 'keycloak') {
    const landed = await comeBack(await issuer.consent(await leave({ provider }), subject));
    return { landed, outcome: outcomeOf(landed) };
  }
  async function userOf(accessToken: string | undefined) {
    const headers = { authorization: `Bearer ${accessToken}` };
    return (await shop.call('/user', { headers })).json();
  }
  async function countUsers() {
    return (await database.query({ text: 'select 1 from auth.users' })).rowCount;
  }

  describe('with an issuer of OpenID Connect', () => {
    it('opens an account at the first visit and finds it again at the next', async () => {
      const first = await signIn();
      expect(first.landed.href).toMatch(/^https:\/\/app\.example\/welcome#/);
      expect(first.outcome).toMatchObject({ token_type: 'bearer', expires_in: '3600' });
      expect(first.outcome.provider_token).toBeTruthy();
      const user = await userOf(first.outcome.access_token);
      expect(user).toMatchObject({
        email,
        email_confirmed_at: expect.any(String),
        app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
        user_metadata: {
          full_name: 'Ada Lovelace',
          avatar_url: 'https://people.example/ada.png',
          email_verified: true,
        },
        identities: [{ provider: 'keycloak', id: 'ada', email, identity_data: { sub: 'ada' } }],
      });
      // What an issuer says beyond who somebody is gives no rights here.
      expect(JSON.stringify(user.user_metadata)).not.toContain('admin');

      issuer.people.set('ada', { email, email_verified: true, name: 'Ada King' });
      const second = await signIn();
      const again = await userOf(second.outcome.access_token);
      expect(again).toMatchObject({ id: user.id, user_metadata: { full_name: 'Ada King' } });
      expect(await countUsers()).toBe(1);
      const claims = JSON.parse(atob(second.outcome.access_token?.split('.')[1] ?? ''));
      expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
    });

    it('hands the session only to the client that began, when it shows its verifier', async () => {
      const visitor = shop.visitor({ flowType: 'pkce' });
      const { data } = await visitor.signInWithOAuth({
        provider: 'keycloak',
        options: { redirectTo: `${SITE}/auth`, skipBrowserRedirect: true },
      });
      const begun = new URL(data.url ?? '');
      const away = await shop.call(begun.pathname.replace('/auth/v1', '') + begun.search, {
        key: '',
      });
      const landed = await comeBack(
        await issuer.consent(away.headers.get('location') ?? '', 'ada'),
      );
      expect(landed.hash).toBe('');
      const code = landed.searchParams.get('code') ?? '';
      const thief = await shop.call('/token?grant_type=pkce', {
        method: 'POST',
        body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
      });
      expect(await thief.json()).toMatchObject({ error_code: 'bad_code_verifier' });
      const exchanged = await visitor.exchangeCodeForSession(code);
      expect(exchanged.error).toBeNull();
      expect(exchanged.data.session?.provider_token).toBeTruthy();
      expect(exchanged.data.user?.email).toBe(email);
    });

    it('tells the issuer who asks, by hashes of what only this side knows', async () => {
      const away = new URL(
        await leave({
          provider: 'keycloak',
          scopes: 'offline_access',
          prompt: 'login',
          client_id: 'stolen',
          redirect_uri: 'https://evil.example',
          state: 'mine',
          nonce: 'mine',
          apikey: 'sb_publishable_x',
        }),
      );
      expect(away.origin).toBe(issuer.url);
      const sent = Object.fromEntries(away.searchParams);
      expect(sent).toMatchObject({
        client_id: issuer.clientId,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'openid email profile offline_access',
        code_challenge_method: 'S256',
        prompt: 'login',
      });
      expect(sent.state).toMatch(/^[0-9a-f-]{36}$/);
      expect(sent.nonce).not.toBe('mine');
      expect(sent.apikey).toBeUndefined();
    });

    it('leads back to allowed addresses only', async () => {
      const away = await leave({ provider: 'keycloak', redirect_to: 'https://evil.example/' });
      const landed = await comeBack(await issuer.consent(away, 'ada'));
      expect(landed.origin).toBe(SITE);
    });
  });

  describe('and an account with the same address', () => {
    it('is the same account where both sides have verified the address', async () => {
      const member = await shop.member(email, password);
      shop.pass(1_000);
      const { outcome } = await signIn();
      const user = await userOf(outcome.access_token);
      expect(user.id).toBe((await member.getUser()).data.user?.id);
      expect(user.app_metadata).toMatchObject({
        provider: 'email',
        providers: ['email', 'keycloak'],
      });
      expect((await shop.visitor().signInWithPassword({ email, password })).error).toBeNull();
    });

    it('stays apart where the issuer has not verified it', async () => {
      await shop.member(email, password);
      issuer.people.set('eve', { email, email_verified: false });
      const { outcome } = await signIn('eve');
      expect(outcome).toMatchObject({
        error: 'access_denied',
        error_code: 'provider_email_needs_verification',
      });
      expect(outcome.access_token).toBeUndefined();
      expect(await countUsers()).toBe(1);
    });

    it('is taken from whoever opened it without showing that the address is theirs', async () => {
      await shop.visitor().signUp({ email, password, options: { data: { full_name: 'Eve' } } });
      const { outcome } = await signIn();
      const user = await userOf(outcome.access_token);
      expect(user.user_metadata.full_name).toBe('Ada Lovelace');
      expect(user.identities).toMatchObject([{ provider: 'keycloak' }]);
      const eve = await shop.visitor().signInWithPassword({ email, password });
      expect(eve.error?.code).toBe('invalid_credentials');
      expect(await countUsers()).toBe(1);
    });

    it('is not found by an address that a provider merely claims for another account', async () => {
      issuer.people.set('eve', { email: 'eve@example.com', email_verified: true });
      const eve = await signIn('eve');
      issuer.people.set('eve', { email, email_verified: false });
      await signIn('eve');
      const landed = await comeBack(
        await other.consent(await leave({ provider: 'custom:other' }), 'ada'),
      );
      const ada = await userOf(outcomeOf(landed).access_token);
      expect(ada.id).not.toBe((await userOf(eve.outcome.access_token)).id);
    });

    it('waits for a mailed confirmation where nobody has verified it', async () => {
      issuer.people.set('new', { email: 'new@example.com', email_verified: false });
      const { outcome } = await signIn('new');
      expect(outcome.error_description).toContain('A confirmation email has been sent');
      expect(shop.lastMail('new@example.com').kind).toBe('confirmation');
    });

    it('is opened once when somebody arrives twice at the same moment', async () => {
      const addresses = await Promise.all(
        Array.from({ length: 4 }, async () =>
          issuer.consent(await leave({ provider: 'keycloak' }), 'ada'),
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

  describe('when something is wrong', () => {
    const failed = async (address: URL) => {
      const landed = await comeBack(address);
      const { error_code, error } = Object.fromEntries(landed.searchParams);
      return `${landed.origin} ${error} ${error_code}`;
    };

    it('says that the person refused', async () => {
      const landed = await comeBack(await issuer.refuse(await leave({ provider: 'keycloak' })));
      expect(landed.origin + landed.pathname).toBe(WELCOME);
      expect(outcomeOf(landed)).toMatchObject({
        error: 'access_denied',
        error_description: 'The person said no',
      });
      expect(landed.searchParams.get('error')).toBe('access_denied');
    });

    it('refuses states that are missing, malformed, unknown, old or used', async () => {
      const back = await issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      const withState = (state: string) => {
        const address = new URL(back);
        address.searchParams.set('state', state);
        return address;
      };
      expect(await failed(withState(''))).toBe(`${SITE} invalid_request bad_oauth_callback`);
      expect(await failed(withState('x'))).toBe(`${SITE} invalid_request bad_oauth_state`);
      const unknown = withState(crypto.randomUUID());
      expect(await failed(unknown)).toBe(`${SITE} invalid_request bad_oauth_state`);
      expect((await comeBack(back)).hash).toContain('access_token=');
      expect(await failed(back)).toBe(`${SITE} invalid_request bad_oauth_state`);

      const late = await issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      shop.pass(300_001);
      expect(await failed(late)).toBe(`${SITE} invalid_request bad_oauth_state`);
    });

    it('lets one of two pass that come back with the same state', async () => {
      const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
      const away = await leave({
        provider: 'keycloak',
        code_challenge: challenge,
        code_challenge_method: 's256',
      });
      const back = await issuer.consent(away, 'ada');
      const landed = await Promise.all([comeBack(back), comeBack(back), comeBack(back)]);
      expect(landed.filter((to) => to.searchParams.has('code'))).toHaveLength(1);
      const replayed = await comeBack(back);
      expect(replayed.searchParams.get('error_code')).toBe('flow_state_already_used');
    });

    it('exchanges no code that another issuer gave (mix-up)', async () => {
      const away = await leave({ provider: 'keycloak' });
      const honest = await other.consent(await leave({ provider: 'custom:other' }), 'ada');
      const mixed = new URL(honest);
      mixed.searchParams.set('state', new URL(away).searchParams.get('state') ?? '');
      expect(await failed(mixed)).toBe('https://app.example server_error unexpected_failure');

      const back = await issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      back.searchParams.set('iss', other.url);
      expect(await failed(back)).toBe('https://app.example server_error unexpected_failure');
      expect(errors).toHaveLength(2);
      expect(await countUsers()).toBe(0);
    });

    it('refuses codes that are missing or wrong', async () => {
      const none = await issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      none.searchParams.delete('code');
      expect(await failed(none)).toBe('https://app.example invalid_request bad_oauth_callback');
      const wrong = await issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      wrong.searchParams.set('code', 'x'.repeat(43));
      expect(await failed(wrong)).toBe('https://app.example server_error unexpected_failure');
    });

    it('keeps out the banned, and new accounts where none are taken', async () => {
      await open({ signUps: false });
      const { outcome } = await signIn();
      expect(outcome).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' });
      await open();
      const { outcome: good } = await signIn();
      const { id } = await userOf(good.access_token);
      await shop.service().admin.updateUserById(id, { ban_duration: '1h' });
      const { outcome: banned } = await signIn();
      expect(banned).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
    });

    it('says so when the provider is not set up or cannot be reached', async () => {
      expect(await leave({ provider: 'google' })).toContain('provider is not enabled');
      expect(await leave({ provider: 'myspace' })).toContain('Provider myspace could not be found');
      expect(await leave({})).toContain('validation_failed');
      const shut = await createHarness(database, {
        externalProviders: {
          keycloak: { clientIds: ['x'], secret: 'x', url: 'http://127.0.0.1:9' },
        },
      });
      const response = await shut.call('/authorize?provider=keycloak', { key: '' });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
    });
  });

  describe('with GitHub', () => {
    it('reads who somebody is and takes the main address', async () => {
      const away = await leave({ provider: 'github' });
      expect(new URL(away).searchParams.get('scope')).toBe('user:email');
      const landed = await comeBack(await github.authorize(away, 'octocat'));
      const user = await userOf(outcomeOf(landed).access_token);
      expect(user).toMatchObject({
        email: 'octocat@github.example',
        user_metadata: { user_name: 'octocat', full_name: 'The Octocat', provider_id: '583231' },
        identities: [{ provider: 'github', id: '583231' }],
      });
    });

    it('finds an account by any address that GitHub has verified', async () => {
      const member = await shop.member('second@example.com', password);
      const landed = await comeBack(
        await github.authorize(await leave({ provider: 'github' }), 'octocat'),
      );
      const user = await userOf(outcomeOf(landed).access_token);
      expect(user.id).toBe((await member.getUser()).data.user?.id);
    });

    it('refuses codes that GitHub does not know, and people without an address', async () => {
      const back = await github.authorize(await leave({ provider: 'github' }), 'octocat');
      back.searchParams.set('code', 'x');
      expect(outcomeOf(await comeBack(back))).toMatchObject({ error: 'server_error' });
      const user = { id: 1, login: 'ghost', name: null, avatar_url: null };
      github.people.set('ghost', { user, emails: [] });
      const ghost = await github.authorize(await leave({ provider: 'github' }), 'ghost');
      expect(outcomeOf(await comeBack(ghost)).error_description).toBe(
        'Error getting user email from external provider',
      );
    });
  });

  describe('with an ID token', () => {
    const nonce = 'a nonce of the app';
    const good = () => {
      const now = Math.floor(shop.now() / 1000);
      return {
        iss: issuer.url,
        sub: 'ada',
        aud: 'the-app',
        iat: now,
        exp: now + 600,
        email,
        email_verified: true,
        nonce: createHash('sha256').update(nonce).digest('hex'),
      };
    };
    const grant = async (body: Record<string, unknown>) => {
      const init = {
        method: 'POST',
        body: JSON.stringify({ provider: 'keycloak', nonce, ...body }),
      };
      const answer = await (await shop.call('/token?grant_type=id_token', init)).json();
      return answer.error_description ?? answer.msg ?? answer.user?.email;
    };

    it('signs in whom the issuer vouches for, through the official client', async () => {
      const visitor = shop.visitor();
      const token = await issuer.sign(good());
      const { data, error } = await visitor.signInWithIdToken({
        provider: 'keycloak',
        token,
        nonce,
      });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, app_metadata: { provider: 'keycloak' } });
      const named = { provider: '', issuer: issuer.url, client_id: 'the-app' };
      expect(await grant({ ...named, id_token: token })).toBe(email);
    });

    it('refuses every other token', async () => {
      const sign = (changes: Record<string, unknown>) => issuer.sign({ ...good(), ...changes });
      const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(good()))}.`;
      const symmetric = await new SignJWT(good())
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(issuer.secret));
      const answers = {
        unsigned: await grant({ id_token: unsigned }),
        symmetric: await grant({ id_token: symmetric }),
        foreign: await grant({ id_token: await other.sign(good()) }),
        expired: await grant({ id_token: await sign({ exp: good().iat - 60 }) }),
        issuer: await grant({ id_token: await sign({ iss: 'https://evil.example' }) }),
        audience: await grant({ id_token: await sign({ aud: 'another-app' }) }),
        nonce: await grant({ id_token: await sign({}), nonce: 'another nonce' }),
        noNonce: await grant({ id_token: await sign({}), nonce: '' }),
        accessToken: await grant({
          id_token: await sign({ at_hash: 'x'.repeat(22) }),
          access_token: 'y',
        }),
        nothing: await grant({}),
        text: await grant({ id_token: 'x' }),
      };
      expect(answers).toEqual({
        unsigned: 'Bad ID token',
        symmetric: 'Bad ID token',
        foreign: 'Bad ID token',
        expired: 'Bad ID token',
        issuer: 'Bad ID token',
        audience: 'Unacceptable audience in id_token: [another-app]',
        nonce: 'Nonces mismatch',
        noNonce: 'Passed nonce and nonce in id_token should either both exist or not.',
        accessToken: 'Bad ID token',
        nothing: 'id_token required',
        text: 'Bad ID token',
      });
      expect(await countUsers()).toBe(0);
    });

    it('accepts the access token that belongs to it', async () => {
      const accessToken = 'an access token';
      const digest = createHash('sha256').update(accessToken).digest();
      const at_hash = digest.subarray(0, 16).toString('base64url');
      const token = await issuer.sign({ ...good(), at_hash });
      expect(await grant({ id_token: token, access_token: accessToken })).toBe(email);
    });

    it('refuses issuers that are not set up', async () => {
      const id_token = await issuer.sign(good());
      expect(await grant({ id_token, provider: 'google' })).toBe(
        'Provider (issuer "https://accounts.google.com") is not enabled',
      );
      expect(await grant({ id_token, provider: 'github' })).toContain('not allowed');
      expect(await grant({ id_token, provider: 'custom:x' })).toContain('not allowed');
      const arbitrary = { provider: '', issuer: 'https://evil.example', client_id: 'x' };
      expect(await grant({ id_token, ...arbitrary })).toContain('not allowed');
      expect(await grant({ id_token, provider: '' })).toContain('client_id and issuer required');
    });
  });

  describe('for an account one is signed in to', () => {
    const begin = async (member: Awaited<ReturnType<Harness['member']>>) => {
      shop.pass(1_000);
      const { data, error } = await member.linkIdentity({
        provider: 'keycloak',
        options: { redirectTo: WELCOME, skipBrowserRedirect: true },
      });
      if (error) throw error;
      return data.url ?? '';
    };

    it('adds a provider and removes it again', async () => {
      await open({ manualLinking: true });
      const member = await shop.member('member@example.com', password);
      const landed = await comeBack(await issuer.consent(await begin(member), 'ada'));
      expect(outcomeOf(landed).access_token).toBeTruthy();
      const { data } = await member.getUserIdentities();
      expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak']);
      // Somebody else cannot add the same person, nor the same account twice.
      const eve = await shop.member('eve@example.com', password);
      for (const client of [member, eve]) {
        const twice = await comeBack(await issuer.consent(await begin(client), 'ada'));
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

    it('takes the address of what is left when its own goes', async () => {
      await open({ manualLinking: true });
      const member = await shop.member('member@example.com', password);
      await comeBack(await issuer.consent(await begin(member), 'ada'));
      const { data } = await member.getUserIdentities();
      const own = data?.identities.find(({ provider }) => provider === 'email');
      if (!own) throw new Error('No address');
      expect((await member.unlinkIdentity(own)).error).toBeNull();
      expect((await member.getUser()).data.user).toMatchObject({
        email,
        app_metadata: { provider: 'keycloak' },
      });
    });

    it('gives a visitor without an address one', async () => {
      await open({ manualLinking: true, anonymousSignIns: true });
      const visitor = shop.visitor();
      await visitor.signInAnonymously();
      await comeBack(await issuer.consent(await begin(visitor), 'ada'));
      expect((await visitor.getUser()).data.user).toMatchObject({ email, is_anonymous: false });
    });

    it('is refused where the owner has not allowed it', async () => {
      const member = await shop.member('member@example.com', password);
      const linked = await member.linkIdentity({ provider: 'keycloak' });
      expect(linked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
      const anonymous = await shop.call('/user/identities/authorize?provider=keycloak');
      expect(anonymous.status).toBe(401);
    });
  });

  it('is announced among the settings', async () => {
    const { external } = await (await shop.call('/settings')).json();
    expect(external).toMatchObject({ keycloak: true, github: true, google: false, email: true });
  });
});
