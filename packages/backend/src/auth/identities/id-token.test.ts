import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { email, setScene } from '../../fixtures/external-scene.ts';
import { databaseKinds } from '../../testing/databases.ts';

describe.each(databaseKinds)('signing in with an ID token, on $name', (kind) => {
  const scene = setScene(kind);

  const nonce = 'a nonce of the app';
  const good = () => {
    const now = Math.floor(scene.shop.now() / 1000);
    return {
      iss: scene.issuer.url,
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
    const answer = await (await scene.shop.call('/token?grant_type=id_token', init)).json();
    return answer.error_description ?? answer.msg ?? answer.user?.email;
  };

  it('signs in whom the issuer vouches for, through the official client', async () => {
    const visitor = scene.shop.visitor();
    const token = await scene.issuer.sign(good());
    const { data, error } = await visitor.signInWithIdToken({
      provider: 'keycloak',
      token,
      nonce,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, app_metadata: { provider: 'keycloak' } });
    const named = { provider: '', issuer: scene.issuer.url, client_id: 'the-app' };
    expect(await grant({ ...named, id_token: token })).toBe(email);
  });

  it('refuses every other token', async () => {
    const sign = (changes: Record<string, unknown>) => scene.issuer.sign({ ...good(), ...changes });
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(good()))}.`;
    const symmetric = await new SignJWT(good())
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(scene.issuer.secret));
    const answers = {
      unsigned: await grant({ id_token: unsigned }),
      symmetric: await grant({ id_token: symmetric }),
      foreign: await grant({ id_token: await scene.other.sign(good()) }),
      expired: await grant({ id_token: await sign({ exp: good().iat - 60 }) }),
      issuer: await grant({ id_token: await sign({ iss: 'https://evil.example' }) }),
      audience: await grant({ id_token: await sign({ aud: 'another-app' }) }),
      nonce: await grant({ id_token: await sign({}), nonce: 'another nonce' }),
      noNonce: await grant({ id_token: await sign({}), nonce: '' }),
      accessToken: await grant({
        id_token: await sign({ at_hash: 'x'.repeat(22) }),
        access_token: 'y',
      }),
      forAnother: await grant({
        id_token: await sign({ aud: ['the-app', 'other'], azp: 'other' }),
      }),
      forNobody: await grant({ id_token: await sign({ aud: ['the-app', 'other'] }) }),
      nul: await grant({ id_token: await sign({ sub: 'a\0da' }) }),
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
      forAnother: 'Unacceptable azp in id_token',
      forNobody: 'Unacceptable azp in id_token',
      nul: 'Bad ID token',
      nothing: 'id_token required',
      text: 'Bad ID token',
    });
    expect(await scene.countUsers()).toBe(0);
    // Each is the sender's mistake, except the one that the issuer signed but cannot be stored.
    expect(scene.errors).toHaveLength(1);
  });

  it('leaves out what cannot be stored, and takes a token for several apps that names this one', async () => {
    const claims = { ...good(), name: 'A\0da', aud: ['the-app', 'other'], azp: 'the-app' };
    expect(await grant({ id_token: await scene.issuer.sign(claims) })).toBe(email);
  });

  it('tries each key of the issuer that a token without a key id could be signed by', async () => {
    const unnamed = await scene.issuer.sign(good(), '');
    expect(unnamed.split('.')[0]).toBe(btoa('{"alg":"RS256"}').replaceAll('=', ''));
    expect(await grant({ id_token: unnamed })).toBe(email);
    expect(await grant({ id_token: await scene.issuer.sign(good(), 'two') })).toBe(email);
    const foreign = await scene.other.sign(good(), '');
    const expired = await scene.issuer.sign({ ...good(), exp: good().iat - 60 }, '');
    expect(await grant({ id_token: foreign })).toBe('Bad ID token');
    expect(await grant({ id_token: expired })).toBe('Bad ID token');
    expect(scene.errors).toEqual([]);
  });

  it('reports that the issuer cannot be read', async () => {
    const id_token = await scene.issuer.sign(good());
    const away = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    onTestFinished(() => away.mockRestore());
    expect(await grant({ id_token })).toBe('Bad ID token');
    expect(scene.errors).toHaveLength(1);
  });

  it('accepts the access token that belongs to it', async () => {
    const accessToken = 'an access token';
    const digest = createHash('sha256').update(accessToken).digest();
    const at_hash = digest.subarray(0, 16).toString('base64url');
    const token = await scene.issuer.sign({ ...good(), at_hash });
    expect(await grant({ id_token: token, access_token: accessToken })).toBe(email);
  });

  it('refuses issuers that are not set up', async () => {
    const id_token = await scene.issuer.sign(good());
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
