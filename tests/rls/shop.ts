import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBackend } from '@liv-fit/backend';
import {
  createAuthenticator,
  createSessionCheck,
  createTokenSigner,
  loadSecrets,
} from '@liv-fit/backend/access';
import { type AuthMail, createAuth } from '@liv-fit/backend/auth';
import type { Database } from '@liv-fit/backend/database';
import { openStorage } from '@liv-fit/backend/storage';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { expect } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { createAccounts } from '#server/accounts/accounts.ts';
import type { CheckLimits } from '#server/authenticity/authenticity.ts';
import { deriveKeys } from '#server/authenticity/authenticity-secrets.ts';
import { createProofFiles, publishedBuckets } from '#server/authenticity/proof-files.ts';
import { type Commerce, createCommerce } from '#server/commerce.ts';
import { noMailTransport } from '#server/email/mail-transport.ts';
import { authenticateCallers } from '#server/setup/authenticate-callers.ts';
import type { Database as Tables } from '#supabase/database.gen.ts';
import type { TestDatabase } from './test-databases.ts';

export type Client = SupabaseClient<Tables>;

/** The official client's response if a right is missing or a policy refuses a new row. */
export const refused = expect.objectContaining({
  data: null,
  error: expect.objectContaining({ code: '42501' }),
});

export const adminEmail = 'owner@mail.example';
export const password = 'a long password';
const origin = 'http://shop.example';

export interface Customer {
  client: Client;
  id: string;
  email: string;
}

/** A migrated database behind the REST API, the accounts and the shop's functions, all in-process. */
export interface Shop {
  /** What was logged as an error; must be empty when a test ends. */
  errors: unknown[];
  database: Database;
  /** Not started. */
  commerce: Commerce;
  secretKey: string;
  /** Uses the secret key. */
  service: Client;
  /** Uses the publishable key, and a lookup key if given. */
  anonymous(lookupKey?: string, headers?: Record<string, string>): Client;
  /** Anonymous, from the given IP address. */
  visitor(address: string, userAgent?: string): Client;
  /** The account signed in with `client`, plus a lookup key. */
  signedInWith(client: Client, lookupKey?: string, headers?: Record<string, string>): Client;
  /** Uses any token, even a forged one. */
  withToken(token: string): Client;
  /** Signed in, with a confirmed address. */
  createCustomer(email?: string): Promise<Customer>;
  createAdmin(): Promise<Client>;
  /** Signs up with the form and the emailed link. */
  signUp(email: string, data: object): Promise<Client>;
  /** Marks the address as confirmed or unconfirmed. */
  setConfirmed(userId: string, confirmed: boolean): Promise<void>;
  setSetting(key: string, value: string): Promise<void>;
  /** Emails sent by the accounts. */
  mails: readonly AuthMail[];
  /** Moves the clock of accounts and tokens. */
  passTime(milliseconds: number): void;
  /** Sends a request as is, without a key. */
  send(url: string, init?: RequestInit): Promise<Response>;
  /** PATCH without any filter; returns the status. */
  patchEverything(table: string, change: object): Promise<number>;
  /** Makes the REST API reread the database's settings. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

const seedFile = fileURLToPath(new URL('../../supabase/seed.sql', import.meta.url));

/** The secret for these shops' unit codes and signatures. */
const authenticitySecret = 'a secret that is only in the tests';

export async function openShop(
  testDatabase: TestDatabase,
  {
    seeded = false,
    checkLimits = null as CheckLimits | null,
    /** Returns storage's response to the shop's own calls, in place of the real one. */
    answerFiles = (): Response | null => null,
    /** Returns the account service's response to the shop's own calls, in place of the real one. */
    answerAccounts = (_request: Request): Response | null => null,
  } = {},
): Promise<Shop> {
  const database = await testDatabase.openMigrated();
  const setSetting = async (key: string, value: string) => {
    await database.query({
      text: `insert into private.settings (key, value) values ($1, $2)
        on conflict (key) do update set value = excluded.value`,
      values: [key, value],
    });
  };
  await setSetting('user_metadata_writer_known', 'true');
  await setSetting('admin_email', adminEmail);
  if (seeded) await runFile(database, seedFile);

  let shift = 0;
  const clock = () => Date.now() + shift;
  const mails: AuthMail[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const { signingKeys, oneTimeTokenKey, storageUrlKey, ...keys } = await loadSecrets({
    keep: async (_name, generate) => generate(),
  });
  const signer = await createTokenSigner({
    keys: signingKeys,
    acceptIssuer: (issuer) => issuer === `${origin}/auth/v1`,
    clock,
  });
  const authenticator = createAuthenticator({
    keys,
    verifyToken: (token) => signer.verify(token),
    checkSession: createSessionCheck(database),
  });
  const auth = createAuth({
    database,
    signer,
    oneTimeTokenKey,
    siteUrl: () => origin,
    allowedRedirects: [],
    sendMail: async (mail) => void mails.push(mail),
    settings: { bindBrowsers: true, refuseCommonPasswords: true },
    rateLimits: 'off',
    clock,
    onError,
  });
  const directory = await mkdtemp(join(tmpdir(), 'files-'));
  const storage = await openStorage({
    database,
    directory,
    s3: null,
    urlKey: storageUrlKey,
    stripPublic: true,
    stripAlso: publishedBuckets,
    onError,
  });
  const backend = await createBackend({ database, authenticator, auth, storage, onError });
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    return pathname.startsWith('/functions/v1/')
      ? functions.fetch(request)
      : backend.fetch(request);
  };
  const commerce = createCommerce({
    database,
    providers: [],
    mail: {
      transport: noMailTransport,
      server: 'none',
      from: { name: 'Liv Fit', address: 'shop@mail.example' },
    },
    teamEmail: adminEmail,
    authenticate: authenticateCallers(authenticator, origin),
    accounts: createAccounts({
      fetch: async (...call) => {
        const request = new Request(...call);
        return answerAccounts(request) ?? send(request);
      },
      authUrl: `${origin}/auth/v1`,
      secretKey: keys.secretKey,
    }),
    authenticity: {
      keys: deriveKeys(authenticitySecret),
      files: createProofFiles({
        fetch: async (...call) => answerFiles() ?? send(...call),
        storageUrl: `${origin}/storage/v1`,
        secretKey: keys.secretKey,
      }),
      limits: checkLimits,
      knowsCountry: false,
    },
    originOf: () => origin,
    origin,
    site: () => siteDefaults,
    rateLimits: false,
    log: { info: () => {}, warn: onError, error: onError },
  });
  const functions = new Hono().route('/functions/v1', commerce.functions);

  const connect = (
    key: string,
    headers: Record<string, string> = {},
    accessToken?: () => Promise<string>,
  ): Client =>
    createClient<Tables>(origin, key, {
      global: { fetch: send, headers },
      ...(accessToken ? { accessToken } : {}),
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: crypto.randomUUID(),
      },
    });
  const asAnybody = (headers?: Record<string, string>) => connect(keys.publishableKey, headers);
  const lookingUp = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { 'x-lookup-key': key };
  const service = connect(keys.secretKey);

  let customers = 0;
  const shop: Shop = {
    errors,
    database,
    commerce,
    secretKey: keys.secretKey,
    mails,
    service,
    anonymous: (lookupKey, headers) => asAnybody({ ...lookingUp(lookupKey), ...headers }),
    visitor: (address, userAgent = 'a browser') =>
      asAnybody({ 'x-forwarded-for': address, 'user-agent': userAgent }),
    signedInWith: (client, lookupKey, headers) =>
      connect(keys.publishableKey, { ...lookingUp(lookupKey), ...headers }, () => tokenOf(client)),
    withToken: (token) => connect(keys.publishableKey, {}, async () => token),
    async createCustomer(email) {
      customers += 1;
      const address = email ?? `customer-${customers}@mail.example`;
      const created = await service.auth.admin.createUser({
        email: address,
        password,
        email_confirm: true,
      });
      if (created.error) throw created.error;
      const client = asAnybody();
      const { error } = await client.auth.signInWithPassword({ email: address, password });
      if (error) throw error;
      return { client, id: created.data.user.id, email: address };
    },
    async createAdmin() {
      const { client, id } = await shop.createCustomer();
      const { error } = await service.auth.admin.updateUserById(id, {
        app_metadata: { role: 'admin' },
      });
      if (error) throw error;
      return client;
    },
    async signUp(email, data) {
      const client = asAnybody();
      const signedUp = await send(`${origin}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, data }),
      });
      const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const link = mails.findLast(({ to }) => to === email)?.link;
      if (!link) throw new Error(`No mail was sent to ${email}`);
      await send(link, { headers: { cookie } });
      const signedIn = await client.auth.signInWithPassword({ email, password });
      if (signedIn.error) throw signedIn.error;
      return client;
    },
    async setConfirmed(userId, confirmed) {
      await database.query({
        text: `update auth.users set email_confirmed_at = case when $2 then now() end
          where id = $1`,
        values: [userId, confirmed],
      });
    },
    setSetting,
    send,
    passTime: (milliseconds) => {
      shift += milliseconds;
    },
    async patchEverything(table, change) {
      const response = await send(`${origin}/rest/v1/${table}`, {
        method: 'PATCH',
        headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(change),
      });
      return response.status;
    },
    reload: () => backend.reload(),
    async close() {
      await backend.close();
      await database.close();
      await rm(directory, { recursive: true });
      expect(errors).toEqual([]);
    },
  };
  return shop;
}

/** The access token of a signed-in client. */
export async function tokenOf(client: Client): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('Nobody is signed in');
  return data.session.access_token;
}

async function runFile(database: Database, file: string): Promise<void> {
  const connection = await database.connect();
  try {
    await connection.exec(await readFile(file, 'utf8'));
  } finally {
    connection.release();
  }
}
