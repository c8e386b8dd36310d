import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CALLBACK, email, password, setScene, WELCOME } from '../../fixtures/external-scene.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { createHarness, SITE } from '../auth-harness.ts';

describe.each(databaseKinds)('signing in with a provider, on $name', (kind) => {
  const scene = setScene(kind);
  const { open, leave, comeBack, outcomeOf, signIn, userOf, countUsers } = scene;

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
      // Whatever else an issuer claims about a person grants no rights here.
      expect(JSON.stringify(user.user_metadata)).not.toContain('admin');

      scene.issuer.people.set('ada', { email, email_verified: true, name: 'Ada King' });
      const second = await signIn();
      const again = await userOf(second.outcome.access_token);
      expect(again).toMatchObject({ id: user.id, user_metadata: { full_name: 'Ada King' } });
      expect(await countUsers()).toBe(1);
      const claims = JSON.parse(atob(second.outcome.access_token?.split('.')[1] ?? ''));
      expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
    });

    it('gives the session only to the client that started, when it shows its verifier', async () => {
      const visitor = scene.shop.visitor({ flowType: 'pkce' });
      const { data } = await visitor.signInWithOAuth({
        provider: 'keycloak',
        options: { redirectTo: `${SITE}/auth`, skipBrowserRedirect: true },
      });
      const begun = new URL(data.url ?? '');
      const away = await scene.shop.call(begun.pathname.replace('/auth/v1', '') + begun.search, {
        key: '',
      });
      const landed = await comeBack(
        await scene.issuer.consent(away.headers.get('location') ?? '', 'ada'),
      );
      expect(landed.hash).toBe('');
      const code = landed.searchParams.get('code') ?? '';
      const thief = await scene.shop.call('/token?grant_type=pkce', {
        method: 'POST',
        body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
      });
      expect(await thief.json()).toMatchObject({ error_code: 'bad_code_verifier' });
      const exchanged = await visitor.exchangeCodeForSession(code);
      expect(exchanged.error).toBeNull();
      expect(exchanged.data.session?.provider_token).toBeTruthy();
      expect(exchanged.data.user?.email).toBe(email);
    });

    it('sends the issuer only hashes of its secrets', async () => {
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
      expect(away.origin).toBe(scene.issuer.url);
      const sent = Object.fromEntries(away.searchParams);
      expect(sent).toMatchObject({
        client_id: scene.issuer.clientId,
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
      const landed = await comeBack(await scene.issuer.consent(away, 'ada'));
      expect(landed.origin).toBe(SITE);
    });
  });

  describe('when something is wrong', () => {
    const failed = async (address: URL) => {
      const landed = await comeBack(address);
      const { error_code, error } = Object.fromEntries(landed.searchParams);
      return `${landed.origin} ${error} ${error_code}`;
    };

    it('says that the person declined', async () => {
      const landed = await comeBack(
        await scene.issuer.refuse(await leave({ provider: 'keycloak' })),
      );
      expect(landed.origin + landed.pathname).toBe(WELCOME);
      expect(outcomeOf(landed)).toMatchObject({
        error: 'access_denied',
        error_description: 'The person said no',
      });
      expect(landed.searchParams.get('error')).toBe('access_denied');
    });

    it('refuses states that are missing, malformed, unknown, old or used', async () => {
      const back = await scene.issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
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

      const late = await scene.issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      scene.shop.pass(300_001);
      expect(await failed(late)).toBe(`${SITE} invalid_request bad_oauth_state`);
    });

    it('accepts one of two callbacks with the same state', async () => {
      const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
      const away = await leave({
        provider: 'keycloak',
        code_challenge: challenge,
        code_challenge_method: 's256',
      });
      const back = await scene.issuer.consent(away, 'ada');
      const landed = await Promise.all([comeBack(back), comeBack(back), comeBack(back)]);
      expect(landed.filter((to) => to.searchParams.has('code'))).toHaveLength(1);
      const replayed = await comeBack(back);
      expect(replayed.searchParams.get('error_code')).toBe('flow_state_already_used');
    });

    it('exchanges no code that another issuer gave (mix-up)', async () => {
      const away = await leave({ provider: 'keycloak' });
      const honest = await scene.other.consent(await leave({ provider: 'custom:other' }), 'ada');
      const mixed = new URL(honest);
      mixed.searchParams.set('state', new URL(away).searchParams.get('state') ?? '');
      expect(await failed(mixed)).toBe('https://app.example server_error unexpected_failure');

      const back = await scene.issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      back.searchParams.set('iss', scene.other.url);
      expect(await failed(back)).toBe('https://app.example server_error unexpected_failure');
      expect(scene.errors).toHaveLength(2);
      expect(await countUsers()).toBe(0);
    });

    it('refuses codes that are missing or wrong', async () => {
      const none = await scene.issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      none.searchParams.delete('code');
      expect(await failed(none)).toBe('https://app.example invalid_request bad_oauth_callback');
      const wrong = await scene.issuer.consent(await leave({ provider: 'keycloak' }), 'ada');
      wrong.searchParams.set('code', 'x'.repeat(43));
      expect(await failed(wrong)).toBe('https://app.example server_error unexpected_failure');
    });

    it('rejects banned accounts, and new ones where sign-ups are closed', async () => {
      await open({ signUps: false });
      const { outcome } = await signIn();
      expect(outcome).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' });
      await open();
      const { outcome: good } = await signIn();
      const { id } = await userOf(good.access_token);
      await scene.shop.service().admin.updateUserById(id, { ban_duration: '1h' });
      const { outcome: banned } = await signIn();
      expect(banned).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
    });

    it('says so when the provider is not set up or cannot be reached', async () => {
      expect(await leave({ provider: 'google' })).toContain('provider is not enabled');
      expect(await leave({ provider: 'myspace' })).toContain('Provider myspace could not be found');
      expect(await leave({})).toContain('validation_failed');
      const shut = await createHarness(scene.database, {
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
    it('reads the profile and uses the primary address', async () => {
      const away = await leave({ provider: 'github' });
      expect(new URL(away).searchParams.get('scope')).toBe('user:email');
      const landed = await comeBack(await scene.github.authorize(away, 'octocat'));
      const user = await userOf(outcomeOf(landed).access_token);
      expect(user).toMatchObject({
        email: 'octocat@github.example',
        user_metadata: { user_name: 'octocat', full_name: 'The Octocat', provider_id: '583231' },
        identities: [{ provider: 'github', id: '583231' }],
      });
    });

    it('finds an account by any address that GitHub has verified', async () => {
      const member = await scene.shop.member('second@example.com', password);
      const landed = await comeBack(
        await scene.github.authorize(await leave({ provider: 'github' }), 'octocat'),
      );
      const user = await userOf(outcomeOf(landed).access_token);
      expect(user.id).toBe((await member.getUser()).data.user?.id);
    });

    it('refuses codes that GitHub does not know, and people without an address', async () => {
      const back = await scene.github.authorize(await leave({ provider: 'github' }), 'octocat');
      back.searchParams.set('code', 'x');
      expect(outcomeOf(await comeBack(back))).toMatchObject({ error: 'server_error' });
      const user = { id: 1, login: 'ghost', name: null, avatar_url: null };
      scene.github.people.set('ghost', { user, emails: [] });
      const ghost = await scene.github.authorize(await leave({ provider: 'github' }), 'ghost');
      expect(outcomeOf(await comeBack(ghost)).error_description).toBe(
        'Error getting user email from external provider',
      );
    });
  });

  it('is announced among the settings', async () => {
    const { external } = await (await scene.shop.call('/settings')).json();
    expect(external).toMatchObject({ keycloak: true, github: true, google: false, email: true });
  });
});
