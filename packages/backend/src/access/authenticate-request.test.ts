import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Authenticator, createAuthenticator } from './authenticate-request.ts';
import { generateSigningKeys } from './signing-keys.ts';
import { createTokenSigner, type TokenSigner } from './token-signer.ts';

const keys = {
  publishableKey: 'sb_publishable_test-key',
  secretKey: 'sb_secret_test-key',
};
const issuer = 'http://shop.example/auth/v1';

let now = Date.parse('2026-11-20T12:00:00Z');
let signer: TokenSigner;
let gateway: Authenticator;

beforeAll(async () => {
  const signingKeys = await generateSigningKeys();
  signer = await createTokenSigner({
    keys: signingKeys,
    acceptIssuer: (candidate) => candidate === issuer,
    clock: () => now,
  });
  gateway = createAuthenticator({ keys, verifyToken: signer.verify });
});

const claims = (changes: Record<string, unknown> = {}) => ({
  iss: issuer,
  sub: '7c1e6c3a-0000-4000-8000-000000000001',
  aud: 'authenticated',
  role: 'authenticated',
  exp: now / 1000 + 3600,
  ...changes,
});

async function ask(headers: Record<string, string>, path = '/rest/v1/products?select=*') {
  const result = await gateway.authenticate(new Request(`http://shop.example${path}`, { headers }));
  if (result.ok) return result.context;
  const challenge = result.response.headers.get('www-authenticate');
  return { status: result.response.status, challenge, body: await result.response.json() };
}

describe('a key', () => {
  it('counts as itself when it is an old-style token sent as bearer alone', async () => {
    const token = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('a secret that this server does not know'));
    for (const keylessAnonymous of [true, false]) {
      const old = createAuthenticator({
        keys: { ...keys, secretKey: token },
        verifyToken: signer.verify,
        keylessAnonymous,
      });
      const headersOf: Record<string, string>[] = [
        { authorization: `Bearer ${token}` },
        { authorization: `Bearer ${token}`, apikey: token },
        { authorization: `Bearer ${token}`, apikey: keys.publishableKey },
      ];
      for (const headers of headersOf) {
        const request = new Request('http://shop.example/rest/v1/products', { headers });
        expect(old.identify(request)).toEqual({ ok: true, role: 'service_role', isUser: false });
        for (const keyOptional of [true, false]) {
          expect(await old.authenticate(request, { keyOptional })).toMatchObject({
            ok: true,
            context: { role: 'service_role' },
          });
        }
      }
    }
  });

  it('identifies its caller by network, unless it is the secret key', async () => {
    const from = { 'x-forwarded-for': '2001:db8::7' };
    expect(await ask({ apikey: keys.publishableKey, ...from })).toMatchObject({
      caller: '2001:db8::/64',
    });
    expect(await ask({ apikey: keys.secretKey, ...from })).not.toHaveProperty('caller');
  });

  it('means a role, in the header, the query or as bearer', async () => {
    expect(await ask({ apikey: keys.publishableKey })).toMatchObject({
      role: 'anon',
      claims: { role: 'anon' },
      method: 'GET',
      path: '/rest/v1/products',
    });
    expect(await ask({ apikey: keys.secretKey })).toMatchObject({
      role: 'service_role',
      claims: { role: 'service_role' },
    });
    expect(await ask({}, `/rest/v1/products?apikey=${keys.publishableKey}`)).toMatchObject({
      role: 'anon',
    });
    expect(await ask({ authorization: `Bearer ${keys.secretKey}` })).toMatchObject({
      role: 'service_role',
    });
    const both = { apikey: keys.publishableKey, authorization: `Bearer ${keys.publishableKey}` };
    expect(await ask(both)).toMatchObject({ role: 'anon' });
  });

  it('must be there and right', async () => {
    expect(await ask({})).toEqual({
      status: 401,
      challenge: null,
      body: {
        message: 'No API key found in request',
        hint: 'No `apikey` request header or url param was found.',
      },
    });
    const wrongKeys = [
      'sb_publishable_test-kex',
      'sb_publishable_test-key2',
      'sb_publishable_',
      'x'.repeat(10_000),
    ];
    for (const apikey of wrongKeys) {
      expect(await ask({ apikey })).toEqual({
        status: 401,
        challenge: null,
        body: {
          message: 'Invalid API key',
          hint: 'Double check your Supabase `anon` or `service_role` API key.',
        },
      });
    }
    const wrongWithToken = {
      apikey: 'sb_secret_guess',
      authorization: `Bearer ${await signer.sign(claims())}`,
    };
    expect(await ask(wrongWithToken)).toMatchObject({ status: 401 });
  });

  it('may be left out where that is allowed', async () => {
    const open = createAuthenticator({ keys, verifyToken: signer.verify, keylessAnonymous: true });
    expect(await open.authenticate(new Request('http://shop.example/'))).toMatchObject({
      ok: true,
      context: { role: 'anon' },
    });
  });

  it('hides credentials from the headers that the database sees', async () => {
    const seen = await ask({
      apikey: keys.publishableKey,
      authorization: `Bearer ${keys.publishableKey}`,
      cookie: 'session=1',
      'X-Lookup-Key': 'cs_test_1',
    });
    expect(seen).toMatchObject({ headers: { 'x-lookup-key': 'cs_test_1' } });
    expect(Object.keys('headers' in seen ? seen.headers : {})).toEqual(['x-lookup-key']);
  });
});

describe("a user's token", () => {
  const withToken = (token: string, apikey = keys.publishableKey) =>
    ask({ apikey, authorization: `Bearer ${token}` });

  it('overrides the key it comes with', async () => {
    const token = await signer.sign(claims());
    expect(await withToken(token)).toMatchObject({ role: 'authenticated', claims: claims() });
    expect(await withToken(token, keys.secretKey)).toMatchObject({ role: 'authenticated' });
  });

  it('is refused in the words of PostgREST', async () => {
    expect(await withToken(await signer.sign(claims({ exp: now / 1000 - 1 })))).toEqual({
      status: 401,
      challenge: 'Bearer error="invalid_token", error_description="JWT expired"',
      body: { code: 'PGRST303', details: null, hint: null, message: 'JWT expired' },
    });
    expect(await withToken('gibberish')).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 1' },
    });
    expect(await withToken('a.b.c')).toMatchObject({ body: { code: 'PGRST301' } });
    expect(await withToken(await signer.sign(claims({ aud: 'elsewhere' })))).toMatchObject({
      body: { code: 'PGRST303', message: 'JWT not in audience' },
    });
    expect(
      await withToken(await signer.sign(claims({ iss: 'https://evil.example' }))),
    ).toMatchObject({ status: 401 });
    const [published] = (await signer.jwks()).keys;
    const shared = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: published?.kid ?? '' })
      .sign(new TextEncoder().encode(JSON.stringify(published)));
    expect(await withToken(shared)).toMatchObject({
      body: { code: 'PGRST301', message: 'Wrong or unsupported encoding algorithm' },
    });
    const stranger = await createTokenSigner({
      keys: await generateSigningKeys(),
      acceptIssuer: () => true,
    });
    expect(await withToken(await stranger.sign(claims()))).toMatchObject({
      body: { code: 'PGRST301', message: 'No suitable key or wrong key type' },
    });
  });

  it('cannot name a role that no token has', async () => {
    for (const role of ['postgres', 'authenticator', '', 'anon"; reset role; --']) {
      expect(await withToken(await signer.sign(claims({ role })))).toMatchObject({
        status: 403,
        body: { code: '42501' },
      });
    }
    expect(await withToken(await signer.sign(claims({ role: undefined })))).toMatchObject({
      status: 401,
    });
  });

  it('runs out although it was good before', async () => {
    const token = await signer.sign(claims());
    expect(await withToken(token)).toMatchObject({ role: 'authenticated' });
    now += 3_600_000;
    expect(await withToken(token)).toMatchObject({ body: { message: 'JWT expired' } });
  });
});
