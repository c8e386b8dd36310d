import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { createHarness, type Harness, openMailedLink } from '../auth-harness.ts';
import { noticeKinds } from '../notices.ts';

const email = 'ada@example.com';
const password = 'a long password';

type Client = Awaited<ReturnType<Harness['member']>>;

describe.each(databaseKinds)('a second factor on $name', (kind) => {
  let database: Database;
  let shop: Harness;

  beforeAll(async () => {
    database = await kind.open();
  });
  afterAll(async () => {
    await database?.close();
    await kind.stop();
  });
  beforeEach(async () => {
    shop = await createHarness(database);
    await database.query({ text: 'delete from auth.users' });
  });

  /** The code that the app on somebody's phone shows. */
  const show = (secret: string, ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.now() + ahead });

  async function enroll(client: Client, friendlyName = 'Phone') {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) throw error;
    return data;
  }

  async function signIn() {
    const visitor = shop.visitor();
    const { error } = await visitor.signInWithPassword({ email, password });
    if (error) throw error;
    return visitor;
  }

  async function challenge(client: Client, factorId: string) {
    const { data, error } = await client.mfa.challenge({ factorId });
    if (error) throw error;
    return data;
  }

  /** Returns a member whose session has passed its second factor. */
  async function protect() {
    const member = await shop.member(email, password);
    const factor = await enroll(member);
    const { secret } = factor.totp;
    shop.pass(1_000);
    const verified = await member.mfa.challengeAndVerify({
      factorId: factor.id,
      code: show(secret),
    });
    if (verified.error) throw verified.error;
    // The current code has been used.
    shop.pass(30_000);
    return { member, factorId: factor.id, secret };
  }

  it('is not removed by a password alone once it counts, however close together', async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const transaction: Database['transaction'] = async (work, onBehalf) => {
      const happens = meanwhile;
      meanwhile = null;
      await happens?.();
      return database.transaction(work, onBehalf);
    };
    shop = await createHarness({ ...database, transaction });
    const member = await shop.member(email, password);
    const { id } = await enroll(member);
    meanwhile = () =>
      database.query({
        text: `update auth.mfa_factors set status = 'verified' where id = $1`,
        values: [id],
      });
    expect((await member.mfa.unenroll({ factorId: id })).error?.code).toBe('insufficient_aal');
    const { rows } = await database.query({ text: 'select status::text from auth.mfa_factors' });
    expect(rows).toEqual([{ status: 'verified' }]);
  });

  it('is offered as a drawing, a secret and an address for an app', async () => {
    const member = await shop.member(email, password);
    const offered = await enroll(member);
    expect(offered).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    expect(offered.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/s);
    const uri = new URL(offered.totp.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('issuer')).toBe('shop.example');
    expect(uri.searchParams.get('secret')).toBe(offered.totp.secret);
    expect(decodeURIComponent(uri.pathname)).toContain(email);
    const level = await member.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });

  it('raises the session it is shown in, and every token of it says so', async () => {
    const { member } = await protect();
    const raised = await member.mfa.getAuthenticatorAssuranceLevel();
    expect(raised.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(raised.data?.currentAuthenticationMethods).toMatchObject([
      { method: 'totp' },
      { method: 'password' },
    ]);
    await member.refreshSession();
    const { data } = await member.getClaims();
    expect(data?.claims).toMatchObject({ aal: 'aal2' });
    const listed = await member.mfa.listFactors();
    expect(listed.data?.totp).toMatchObject([{ friendly_name: 'Phone', status: 'verified' }]);
    expect(JSON.stringify(listed.data)).not.toContain('secret');
  });

  it('is asked for at the next sign-in', async () => {
    const { factorId, secret } = await protect();
    const visitor = await signIn();
    const low = await visitor.mfa.getAuthenticatorAssuranceLevel();
    expect(low.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const { id } = await challenge(visitor, factorId);
    const wrong = await visitor.mfa.verify({ factorId, challengeId: id, code: '000000' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const right = await visitor.mfa.verify({ factorId, challengeId: id, code: show(secret) });
    expect(right.error).toBeNull();
    expect(right.data?.user.factors).toHaveLength(1);
    const high = await visitor.mfa.getAuthenticatorAssuranceLevel();
    expect(high.data).toMatchObject({ currentLevel: 'aal2' });
  });

  it('accepts each code once, in whatever challenge, and none before it', async () => {
    const { member, factorId, secret } = await protect();
    const code = show(secret);
    const visitor = await signIn();
    const first = await challenge(visitor, factorId);
    const verify = (client: Client, challengeId: string, shown: string) =>
      client.mfa.verify({ factorId, challengeId, code: shown });
    expect((await verify(visitor, first.id, code)).error).toBeNull();
    // Answers the same challenge again, as a replay of the request would.
    expect((await verify(visitor, first.id, code)).error?.code).toBe('mfa_ip_address_mismatch');
    const second = await challenge(member, factorId);
    expect((await verify(member, second.id, code)).error?.code).toBe('mfa_verification_failed');
    const older = show(secret, -30_000);
    expect((await verify(member, second.id, older)).error?.code).toBe('mfa_verification_failed');
    shop.pass(30_000);
    expect((await verify(member, second.id, show(secret))).error).toBeNull();
  });

  it('lets one of many who show the same code at once pass', async () => {
    const { factorId, secret } = await protect();
    const visitor = await signIn();
    const challenges = await Promise.all(
      Array.from({ length: 6 }, () => challenge(visitor, factorId)),
    );
    const token = (await visitor.getSession()).data.session?.access_token;
    const answers = await Promise.all(
      challenges.map(({ id }) =>
        shop.call(`/factors/${factorId}/verify`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ challenge_id: id, code: show(secret) }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  });

  it('tolerates a clock that is half a minute off, and no more', async () => {
    const { member, factorId, secret } = await protect();
    shop.pass(300_000);
    const { id } = await challenge(member, factorId);
    const far = await member.mfa.verify({
      factorId,
      challengeId: id,
      code: show(secret, 60_000),
    });
    expect(far.error?.code).toBe('mfa_verification_failed');
    const near = await member.mfa.verify({
      factorId,
      challengeId: id,
      code: show(secret, -30_000),
    });
    expect(near.error).toBeNull();
  });

  it('ends the sessions that have not shown it, and the tokens from before', async () => {
    const member = await shop.member(email, password);
    const elsewhere = await signIn();
    const before = (await member.getSession()).data.session?.refresh_token;
    const factor = await enroll(member);
    const code = show(factor.totp.secret);
    expect((await member.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    expect((await elsewhere.refreshSession()).error?.code).toBe('refresh_token_not_found');
    const body = JSON.stringify({ refresh_token: before });
    const stale = await shop.call('/token?grant_type=refresh_token', { method: 'POST', body });
    expect(await stale.json()).toMatchObject({ error_code: 'refresh_token_not_found' });
    expect((await member.refreshSession()).error).toBeNull();
  });

  it('guards password, address and further factors once it counts', async () => {
    const { factorId, secret } = await protect();
    const visitor = await signIn();
    const changed = await visitor.updateUser({ password: 'brand new' });
    expect(changed.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const moved = await visitor.updateUser({ email: 'eve@example.com' });
    expect(moved.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect((await visitor.updateUser({ data: { city: 'Bath' } })).error).toBeNull();
    const second = await visitor.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
    expect(second.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const gone = await visitor.mfa.unenroll({ factorId });
    expect(gone.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    await visitor.mfa.challengeAndVerify({ factorId, code: show(secret) });
    expect((await visitor.updateUser({ password: 'brand new' })).error).toBeNull();
  });

  it('has to be shown before somebody ends the sessions of others', async () => {
    const { member } = await protect();
    const visitor = await signIn();
    await visitor.signOut({ scope: 'others' });
    expect((await member.refreshSession()).error).toBeNull();
    await visitor.signOut({ scope: 'global' });
    expect((await member.refreshSession()).error).toBeNull();
    expect((await visitor.refreshSession()).error).not.toBeNull();
    const elsewhere = await signIn();
    expect((await member.signOut({ scope: 'others' })).error).toBeNull();
    expect((await elsewhere.refreshSession()).error).not.toBeNull();
  });

  it('is asked for by the link of a forgotten password as well', async () => {
    await protect();
    await shop.visitor().resetPasswordForEmail(email);
    const landed = new URLSearchParams((await openMailedLink(shop, email)).hash.slice(1));
    const visitor = shop.visitor();
    await visitor.setSession({
      access_token: landed.get('access_token') ?? '',
      refresh_token: landed.get('refresh_token') ?? '',
    });
    const changed = await visitor.updateUser({ password: 'brand new' });
    expect(changed.error?.code).toBe('insufficient_aal');
  });

  it('can be given up by who has shown it, which lowers the session', async () => {
    const { member, factorId } = await protect();
    const { data, error } = await member.mfa.unenroll({ factorId });
    expect(error).toBeNull();
    expect(data).toEqual({ id: factorId });
    await member.refreshSession();
    const { data: token } = await member.getClaims();
    expect(token?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect((await member.getUser()).data.user?.factors).toBeUndefined();
  });

  describe('with emails about it', () => {
    const noticed = () =>
      shop.notices.map((notice) =>
        [notice.kind, 'factorType' in notice && notice.factorType, notice.to].join(' '),
      );
    beforeEach(async () => {
      shop = await createHarness(database, { settings: { notices: noticeKinds } });
    });

    it('tells its owner once that it counts, and once that it no longer does', async () => {
      const { member, factorId, secret } = await protect();
      expect(noticed()).toEqual([`mfa_factor_enrolled totp ${email}`]);
      const visitor = await signIn();
      const shown = await visitor.mfa.challengeAndVerify({ factorId, code: show(secret) });
      expect(shown.error).toBeNull();
      expect(noticed()).toHaveLength(1);
      const token = (await member.getSession()).data.session?.access_token;
      const headers = { authorization: `Bearer ${token}` };
      const removals = Array.from({ length: 6 }, () =>
        shop.call(`/factors/${factorId}`, { method: 'DELETE', headers }),
      );
      expect((await Promise.all(removals)).map(({ status }) => status)).toContain(200);
      expect(noticed().slice(1)).toEqual([`mfa_factor_unenrolled totp ${email}`]);
      expect(shop.notices[0]?.id).not.toBe(shop.notices[1]?.id);
    });

    it('tells nobody of what was refused, or never counted', async () => {
      const member = await shop.member(email, password);
      const begun = await enroll(member);
      const wrong = await member.mfa.challengeAndVerify({ factorId: begun.id, code: '000000' });
      expect(wrong.error?.code).toBe('mfa_verification_failed');
      expect((await member.mfa.unenroll({ factorId: begun.id })).error).toBeNull();
      expect(noticed()).toEqual([]);
      const { id: factorId, totp } = await enroll(member);
      await member.mfa.challengeAndVerify({ factorId, code: show(totp.secret) });
      const gone = await (await signIn()).mfa.unenroll({ factorId });
      expect(gone.error?.code).toBe('insufficient_aal');
      expect(noticed()).toEqual([`mfa_factor_enrolled totp ${email}`]);
    });

    it('tells nobody unless the settings ask for it, nor of what the service itself did', async () => {
      const first = await protect();
      const userId = (await first.member.getUser()).data.user?.id ?? '';
      await shop.service().admin.mfa.deleteFactor({ userId, id: first.factorId });
      expect(noticed()).toHaveLength(1);
      shop = await createHarness(database);
      await database.query({ text: 'delete from auth.users' });
      const { member, factorId } = await protect();
      expect((await member.mfa.unenroll({ factorId })).error).toBeNull();
      expect(noticed()).toEqual([]);
    });
  });

  it('refuses challenges that are unknown, old, or answered from elsewhere', async () => {
    const { member, factorId, secret } = await protect();
    const verify = (challengeId: string) =>
      member.mfa.verify({ factorId, challengeId, code: show(secret) });
    expect((await verify(crypto.randomUUID())).error?.code).toBe('mfa_factor_not_found');
    expect((await verify('x')).error?.code).toBe('mfa_factor_not_found');
    const { id } = await challenge(member, factorId);
    const token = (await member.getSession()).data.session?.access_token;
    const elsewhere = await shop.call(`/factors/${factorId}/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ challenge_id: id, code: show(secret) }),
    });
    expect(await elsewhere.json()).toMatchObject({ error_code: 'mfa_ip_address_mismatch' });
    shop.pass(300_001);
    expect((await verify(id)).error?.code).toBe('mfa_challenge_expired');
    expect((await verify(id)).error?.code).toBe('mfa_factor_not_found');
  });

  it('belongs to one account', async () => {
    const { factorId } = await protect();
    const eve = await shop.member('eve@example.com', password);
    const tries = [
      await eve.mfa.challenge({ factorId }),
      await eve.mfa.verify({ factorId, challengeId: crypto.randomUUID(), code: '123456' }),
      await eve.mfa.unenroll({ factorId }),
    ];
    expect(tries.map(({ error }) => `${error?.status} ${error?.code}`)).toEqual(
      Array(3).fill('404 mfa_factor_not_found'),
    );
    const malformed = await eve.mfa.challenge({ factorId: 'x' });
    expect(malformed.error).toMatchObject({ status: 404, code: 'validation_failed' });
  });

  it('is enrolled ten times at most, each under a name of its own', async () => {
    const member = await shop.member(email, password);
    await enroll(member, 'Phone');
    const twice = await member.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(twice.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    for (let count = 1; count < 10; count += 1) await enroll(member, `Phone ${count}`);
    const eleventh = await member.mfa.enroll({ factorType: 'totp', friendlyName: 'Last' });
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    shop.pass(300_001);
    await enroll(member, 'Phone');
    expect((await member.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('stops being tried through', async () => {
    shop = await createHarness(database, { rateLimits: 'on' });
    const { member, factorId } = await protect();
    const { id } = await challenge(member, factorId);
    const statuses: (number | undefined)[] = [];
    for (let count = 0; count < 7; count += 1) {
      const { error } = await member.mfa.verify({ factorId, challengeId: id, code: '000000' });
      statuses.push(error?.status);
    }
    expect(statuses).toEqual([...Array(5).fill(422), 429, 429]);
  });

  describe('while others who have the password guess', () => {
    /** From then on browsers are bound and attempts counted. */
    async function protectAndCount() {
      const made = await protect();
      shop = await createHarness(database, { rateLimits: 'on', settings: { bindBrowsers: true } });
      // The limits' clock starts over, and no earlier code works.
      shop.pass(90_000);
      return made;
    }

    /** A browser signed in by password, on the page that asks for the code. */
    async function arrive(factorId: string, browser = shop.browser()) {
      const signedIn = await browser.post('/token?grant_type=password', { email, password });
      expect(signedIn.status).toBe(200);
      const { access_token: token } = await signedIn.json();
      const headers = { authorization: `Bearer ${token}` };
      const asked = await browser.post(`/factors/${factorId}/challenge`, {}, headers);
      const { id } = await asked.json();
      return async (code: string) => {
        const body = { challenge_id: id, code };
        return (await browser.post(`/factors/${factorId}/verify`, body, headers)).status;
      };
    }

    /** Sends guesses from this many networks and returns how many were checked. */
    async function guess(factorId: string, networks: number) {
      let looked = 0;
      for (let index = 0; index < networks; index += 1) {
        const browser = shop.browser({ address: `198.51.${index}.1` });
        const show = await arrive(factorId, browser);
        for (let count = 0; count < 6; count += 1) {
          if ((await show('000000')) === 422) looked += 1;
        }
      }
      return looked;
    }

    it('lets its owner in where it was shown before', async () => {
      const { factorId, secret } = await protectAndCount();
      const home = shop.browser({ address: '2001:db8:7:1::1' });
      expect(await (await arrive(factorId, home))(show(secret))).toBe(200);
      shop.pass(30_000);
      expect(await guess(factorId, 6)).toBe(20);
      const abroad = await arrive(factorId, shop.browser({ address: '203.0.113.9' }));
      expect(await abroad(show(secret))).toBe(429);
      const traveling = shop.browser({ address: '203.0.113.10', cookies: new Map(home.cookies) });
      expect(await (await arrive(factorId, traveling))(show(secret))).toBe(200);
      shop.pass(30_000);
      const beside = shop.browser({ address: '2001:db8:7:1::2' });
      expect(await (await arrive(factorId, beside))(show(secret))).toBe(200);
    });

    it('takes neither their browser nor their network for its owner’s', async () => {
      const { factorId, secret } = await protectAndCount();
      const [address, cookies] = ['203.0.113.9', new Map<string, string>()];
      await arrive(factorId, shop.browser({ address, cookies }));
      expect(await guess(factorId, 6)).toBe(20);
      const again = await arrive(factorId, shop.browser({ address, cookies }));
      expect(await again(show(secret))).toBe(429);
    });
  });

  it('is not for visitors without an address, nor of kinds that are not set up', async () => {
    const open = await createHarness(database, { settings: { anonymousSignIns: true } });
    const visitor = open.visitor();
    await visitor.signInAnonymously();
    const anonymous = await visitor.mfa.enroll({ factorType: 'totp' });
    expect(anonymous.error).toMatchObject({ status: 403, code: 'no_authorization' });

    const member = await shop.member(email, password);
    const phone = await member.mfa.enroll({ factorType: 'phone', phone: '+447700900000' });
    expect(phone.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
    const passkey = await member.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
    expect(passkey.error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' });
    const shut = await createHarness(database, {
      settings: { totpEnroll: false, totpVerify: false },
    });
    const other = await shut.member('bob@example.com', password);
    const off = await other.mfa.enroll({ factorType: 'totp' });
    expect(off.error).toMatchObject({ status: 422, code: 'mfa_totp_enroll_not_enabled' });
  });

  it('can be seen, named and removed by the holder of the secret key', async () => {
    const { member, factorId } = await protect();
    const { admin } = shop.service();
    const userId = (await member.getUser()).data.user?.id ?? '';
    const path = `/admin/users/${userId}/factors/${factorId}`;
    const key = shop.secrets.secretKey;
    const body = JSON.stringify({ friendly_name: 'Old phone' });
    const renamed = await shop.call(path, { method: 'PUT', body, key });
    expect(await renamed.json()).toMatchObject({ id: factorId, friendly_name: 'Old phone' });
    const stranger = await shop.call(path, { method: 'DELETE' });
    expect(stranger.status).toBe(401);
    const listed = await admin.mfa.listFactors({ userId });
    expect(listed.data?.factors).toMatchObject([{ friendly_name: 'Old phone' }]);
    const removed = await admin.mfa.deleteFactor({ userId, id: factorId });
    expect(removed.error).toBeNull();
    await member.refreshSession();
    expect((await member.getClaims()).data?.claims).toMatchObject({ aal: 'aal1' });
  });
});
