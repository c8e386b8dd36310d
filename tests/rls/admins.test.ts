import { createKysely } from '@liv-fit/backend/database';
import type { FunctionsHttpError } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptWithAccount, readInvitation } from '#server/admins/accept-invitation.ts';
import type { DB } from '#server/orders/tables.ts';
import { adminEmail, type Client, openShop, password, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)(
  'who becomes an administrator, and who no longer is, on $name',
  (testDatabase) => {
    let shop: Shop;
    let owner: Client;
    let ownerAddress: string;
    beforeAll(async () => {
      shop = await openShop(testDatabase);
      owner = await shop.createAdmin();
      ownerAddress = (await owner.auth.getUser()).data.user?.email ?? '';
    });
    afterAll(() => shop.close());

    /** The function's result, or its status and error code. */
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by the tests.
    async function call(client: Client, name: string, body: object): Promise<any> {
      const { data, error } = await client.functions.invoke(name, { body });
      if (!error) return data;
      const { context } = error as FunctionsHttpError;
      return { status: context.status, code: (await context.json()).error.code };
    }
    let addresses = 0;
    const newAddress = () => `invited-${++addresses}@mail.example`;
    const mailsTo = async (email: string): Promise<string[]> =>
      (
        await shop.database.query<{ text: string }>({
          text: 'select text from private.email_outbox where recipient = $1 order by created_at',
          values: [email],
        })
      ).rows.map(({ text }) => text);
    /** Sends an invitation and reads the token from the email. */
    async function invite(email: string, by = owner): Promise<string> {
      const { invitation } = await call(by, 'invite-admin', { email });
      expect(invitation).toMatchObject({ email: email.toLowerCase() });
      const mail = (await mailsTo(email.toLowerCase())).at(-1) ?? '';
      const token = /\/admin\/invitation#token=([\w-]{43})/.exec(mail)?.[1];
      if (!token) throw new Error('The mail holds no link.');
      return token;
    }
    const accept = (token: string, client = shop.anonymous(), secret?: string) =>
      call(client, 'accept-admin-invitation', { token, ...(secret ? { password: secret } : {}) });
    async function signIn(email: string, secret = password): Promise<Client> {
      const client = shop.anonymous();
      const { error } = await client.auth.signInWithPassword({ email, password: secret });
      if (error) throw error;
      return client;
    }
    const isAdmin = async (client: Client) => (await client.rpc('is_admin')).data;
    const idOf = async (client: Client) => (await client.auth.getUser()).data.user?.id ?? '';
    const log = async (table: string) =>
      (
        await owner
          .from('audit_log')
          .select('actor_email, action, row_id, before, after')
          .eq('table_name', table)
          .order('id')
          .throwOnError()
      ).data;
    const notFound = { status: 404, code: 'invitation_not_found' };

    describe('an invitation', () => {
      it('creates an account for an address that has none, once', async () => {
        const email = newAddress();
        const token = await invite(email.toUpperCase());
        expect(await call(shop.anonymous(), 'open-admin-invitation', { token })).toEqual({
          email,
          hasAccount: false,
        });
        expect(await accept(token)).toMatchObject({ status: 400 });
        expect(await accept(token, shop.anonymous(), 'short')).toEqual({
          status: 400,
          code: 'weak_password',
        });
        expect(await accept(token, shop.anonymous(), password)).toEqual({ accepted: true, email });
        const client = await signIn(email);
        expect(await isAdmin(client)).toBe(true);
        expect(await accept(token, client)).toEqual(notFound);
        expect(await call(client, 'open-admin-invitation', { token })).toEqual(notFound);
        expect(await log('admin_invitations')).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ actor_email: ownerAddress, action: 'insert' }),
            expect.objectContaining({ actor_email: email, action: 'update' }),
          ]),
        );
        expect(await log('admins')).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ actor_email: email, action: 'insert', after: { email } }),
          ]),
        );
        expect(JSON.stringify(await log('admin_invitations'))).not.toMatch(/"token_hash": ?"[^…]/);
      });

      it('makes an existing account an admin only when its holder is signed in', async () => {
        const { client: holder, email } = await shop.createCustomer();
        const { client: stranger } = await shop.createCustomer();
        const token = await invite(email);
        expect(await call(stranger, 'open-admin-invitation', { token })).toEqual({
          email,
          hasAccount: true,
        });
        // The link alone, the caller's own password, or another account gives no access.
        expect(await accept(token, shop.anonymous(), 'a new password')).toEqual({
          status: 401,
          code: 'not_signed_in',
        });
        expect(await accept(token, stranger)).toEqual({ status: 403, code: 'other_account' });
        expect(await isAdmin(stranger)).toBe(false);
        expect(await isAdmin(holder)).toBe(false);
        expect(await accept(token, holder)).toEqual({ accepted: true, email });
        expect(await isAdmin(holder)).toBe(true);
        expect(await isAdmin(await signIn(email))).toBe(true);
      });

      it('requires a second factor from a holder who has one', async () => {
        const { client, email } = await shop.createCustomer();
        const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
        const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') });
        const code = totp.generate();
        await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
        const token = await invite(email);
        expect(await accept(token, await signIn(email))).toEqual({
          status: 403,
          code: 'second_step_needed',
        });
        expect(await accept(token, client)).toMatchObject({ accepted: true });
      });

      it('replaces an account that never confirmed the address', async () => {
        const email = newAddress();
        const squatter = await shop.service.auth.admin.createUser({ email, password });
        const token = await invite(email);
        expect(await accept(token, shop.anonymous(), 'the holder’s own')).toMatchObject({
          accepted: true,
        });
        const stranger = await shop.anonymous().auth.signInWithPassword({ email, password });
        expect(stranger.error?.code).toBe('invalid_credentials');
        const holder = await signIn(email, 'the holder’s own');
        expect(await idOf(holder)).not.toBe(squatter.data.user?.id);
        expect(await isAdmin(holder)).toBe(true);
      });

      it('is replaced by a newer one for the same address', async () => {
        const email = newAddress();
        const first = await invite(email);
        const second = await invite(email);
        expect(await accept(first, shop.anonymous(), password)).toEqual(notFound);
        expect(await accept(second, shop.anonymous(), password)).toMatchObject({ accepted: true });
        expect(await call(owner, 'invite-admin', { email })).toEqual({
          status: 409,
          code: 'already_admin',
        });
      });

      it('becomes void as soon as a newer one is sent, even while being accepted', async () => {
        const { id, email } = await shop.createCustomer();
        const db = createKysely<DB>(shop.database);
        const opened = await readInvitation(db, await invite(email));
        if (!opened) throw new Error('The invitation is not open.');
        const second = await invite(email);
        expect(await acceptWithAccount(db, opened, id)).toBe(false);
        const reopened = await readInvitation(db, second);
        expect(reopened && (await acceptWithAccount(db, reopened, id))).toBe(true);
      });

      it('creates one account when accepted twice at once', async () => {
        const email = newAddress();
        const token = await invite(email);
        const answers = await Promise.all(
          [1, 2, 3].map(() => accept(token, shop.anonymous(), password)),
        );
        expect(answers.filter(({ accepted }) => accepted)).toHaveLength(1);
        expect(await isAdmin(await signIn(email))).toBe(true);
      });

      it('ends when it is withdrawn, expired, or its inviter is no longer an admin', async () => {
        const emails = [newAddress(), newAddress(), newAddress()] as const;
        const withdrawn = await invite(emails[0]);
        const { invitations } = await call(owner, 'list-admins', {});
        const { id } = invitations.find(({ email }: { email: string }) => email === emails[0]);
        expect(await call(owner, 'withdraw-admin-invitation', { invitationId: id })).toEqual({
          withdrawn: true,
        });
        expect(await call(owner, 'withdraw-admin-invitation', { invitationId: id })).toEqual({
          withdrawn: false,
        });
        const old = await invite(emails[1]);
        await shop.database.query({
          text: `update private.admin_invitations set expires_at = now() where email = $1`,
          values: [emails[1]],
        });
        const other = await shop.createAdmin();
        const ofTheRemoved = await invite(emails[2], other);
        await call(owner, 'remove-admin', { userId: await idOf(other) });
        for (const token of [withdrawn, old, ofTheRemoved, 'made-up', '']) {
          expect(await accept(token, shop.anonymous(), password)).toEqual(notFound);
        }
        const left = await call(owner, 'list-admins', {});
        expect(left.invitations.map(({ email }: { email: string }) => email)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(new RegExp(emails.join('|')))]),
        );
      });

      it('accepts exactly one plain email address', async () => {
        for (const email of [
          '',
          'nobody',
          'a@b.example, c@d.example',
          'a@b.example\r\nBcc: c@d.e',
        ]) {
          expect(await call(owner, 'invite-admin', { email })).toMatchObject({ status: 400 });
        }
      });
    });

    describe('removing an administrator', () => {
      it('takes effect immediately, is logged, and leaves a customer account', async () => {
        const admin = await shop.createAdmin();
        const userId = await idOf(admin);
        await shop.service.auth.admin.updateUserById(userId, { user_metadata: { role: 'admin' } });
        expect(await call(owner, 'remove-admin', { userId })).toEqual({ removed: true });
        expect(await isAdmin(admin)).toBe(false);
        expect((await admin.auth.getUser()).data.user?.id).toBe(userId);
        const lines = await log('admins');
        expect(lines?.at(-1)).toMatchObject({
          actor_email: ownerAddress,
          action: 'delete',
          row_id: userId,
        });
        expect(await call(owner, 'remove-admin', { userId })).toEqual({
          status: 404,
          code: 'admin_not_found',
        });
      });

      it('also voids invitations for them and by them', async () => {
        const { id: userId, client, email } = await shop.createCustomer();
        const theirs = await invite(email);
        const promote = () =>
          shop.service.auth.admin.updateUserById(userId, { app_metadata: { role: 'admin' } });
        await promote();
        const friend = newAddress();
        const byThem = await invite(friend, client);
        expect(await call(owner, 'remove-admin', { userId })).toEqual({ removed: true });
        expect(await accept(theirs, client)).toEqual(notFound);
        expect(await isAdmin(client)).toBe(false);
        await promote();
        expect(await accept(byThem, shop.anonymous(), password)).toEqual(notFound);
        await call(owner, 'remove-admin', { userId });
      });

      it('refuses to remove yourself or the configured address', async () => {
        expect(await call(owner, 'remove-admin', { userId: await idOf(owner) })).toEqual({
          status: 409,
          code: 'own_right',
        });
        const configured = await shop.createCustomer(adminEmail);
        expect(await call(owner, 'remove-admin', { userId: configured.id })).toEqual({
          status: 409,
          code: 'configured_admin',
        });
        expect(await isAdmin(configured.client)).toBe(true);
        const proof = await tokenOf(configured.client);
        expect(await call(configured.client, 'delete-account', { proof })).toEqual({
          status: 403,
          code: 'admin_account',
        });
        await shop.service.auth.admin.deleteUser(configured.id);
      });

      it('removes only one of two admins who remove each other at once', async () => {
        const [one, two] = [await shop.createAdmin(), await shop.createAdmin()];
        const [first, second] = [await idOf(one), await idOf(two)];
        await Promise.all([
          call(one, 'remove-admin', { userId: second }),
          call(two, 'remove-admin', { userId: first }),
        ]);
        expect([await isAdmin(one), await isAdmin(two)].filter(Boolean)).toHaveLength(1);
      });
    });

    it('lists administrators with how they sign in', async () => {
      const { admins } = await call(owner, 'list-admins', {});
      expect(admins).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ email: ownerAddress, configured: false, two_steps: false }),
        ]),
      );
      expect(JSON.stringify(admins)).not.toContain('password');
    });

    it('is refused to customers and to forged, signed-out and expired admin tokens', async () => {
      const { client: customer } = await shop.createCustomer();
      const claims = await shop.signUp(newAddress(), { role: 'admin' });
      const signedOut = await shop.createAdmin();
      const kept = shop.withToken(await tokenOf(signedOut));
      await signedOut.auth.signOut({ scope: 'local' });
      const victim = await idOf(owner);
      const before = await mailsTo('friend@mail.example');
      const tries = async (client: Client, refusal: object) => {
        expect(await call(client, 'list-admins', {})).toEqual(refusal);
        expect(await call(client, 'invite-admin', { email: 'friend@mail.example' })).toEqual(
          refusal,
        );
        expect(await call(client, 'remove-admin', { userId: victim })).toEqual(refusal);
        expect(
          await call(client, 'withdraw-admin-invitation', { invitationId: crypto.randomUUID() }),
        ).toEqual(refusal);
      };
      for (const client of [shop.anonymous(), customer, claims, shop.service]) {
        await tries(client, { status: 403, code: 'not_admin' });
      }
      await tries(kept, { status: 401, code: 'invalid_token' });
      // An admin who signed in with only a password is refused once a second factor is required.
      const alone = await shop.createAdmin();
      const setting = { key: 'admins_need_second_step', value: true };
      await shop.service.from('site_settings').upsert(setting).throwOnError();
      await tries(alone, { status: 403, code: 'not_admin' });
      await shop.service.from('site_settings').delete().eq('key', setting.key).throwOnError();
      const expired = shop.withToken(await tokenOf(alone));
      shop.passTime(2 * 60 * 60_000);
      await tries(expired, { status: 401, code: 'invalid_token' });
      expect(await mailsTo('friend@mail.example')).toEqual(before);
    });
  },
);
