import { AuthClient } from '@supabase/auth-js';
import { createAuthenticator } from '../access/authenticate-request.ts';
import { loadSecrets, type Secrets } from '../access/load-secrets.ts';
import { createTokenSigner, type TokenSigner } from '../access/token-signer.ts';
import type { Database } from '../database/database.ts';
import { baseFolder } from '../migrate/base-folder.ts';
import { migrate } from '../migrate/migrate.ts';
import { type Auth, type AuthOptions, createAuth } from './auth.ts';
import type { AuthNotice } from './notices.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts';
import { authFolder } from './schema-folder.ts';
import type { AuthMail } from './services.ts';

/** The official client. */
type Client = InstanceType<typeof AuthClient>;
type ClientOptions = NonNullable<ConstructorParameters<typeof AuthClient>[0]>;

export const SITE = 'http://shop.example';

interface CountedHasher extends PasswordHasher {
  hashed: number;
  verified: (string | null | undefined)[];
}

interface BrowserOptions {
  /** The IP address its requests come from. */
  address?: string;
  cookies?: Map<string, string>;
}

export interface ServedBrowser {
  cookies: Map<string, string>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  send(path: string, init?: RequestInit & { key?: string }): Promise<Response>;
  /** Opens an emailed link; resolves to the final URL. */
  open(link: string): Promise<URL>;
}

/** An auth service on a database, with access to its clock, emails and rows. */
export interface Harness {
  auth: Auth;
  database: Database;
  secrets: Secrets;
  signer: TokenSigner;
  mails: AuthMail[];
  notices: AuthNotice[];
  hasher: CountedHasher;
  /** Moves the service's clock forward. */
  pass(milliseconds: number): void;
  now(): number;
  /** A browser: the official client with the publishable key and its own session. */
  visitor(options?: ClientOptions): Client;
  /** The official client with the secret key. */
  service(): Client;
  /** Sends a request as the gateway passes it on. */
  call(path: string, init?: RequestInit & { key?: string }): Promise<Response>;
  lastMail(to: string): AuthMail;
  /** A browser that stores the service's cookies, as a page on the same site would. */
  browser(options?: BrowserOptions): ServedBrowser;
  /** Signs up and confirms; the client is signed in with its password. */
  member(email: string, password?: string, data?: Record<string, unknown>): Promise<Client>;
}

export async function createHarness(
  database: Database,
  options: Partial<AuthOptions> = {},
): Promise<Harness> {
  await migrate(database, [baseFolder, authFolder]);
  const kept = new Map<string, string>();
  const secrets = await loadSecrets({
    async keep(name, generate) {
      const value = kept.get(name) ?? (await generate());
      kept.set(name, value);
      return value;
    },
  });
  // Time only advances through `pass`, so that limits don't refill on a slow machine.
  let moment = Date.now();
  const clock = () => moment;
  const signer = await createTokenSigner({
    keys: secrets.signingKeys,
    acceptIssuer: (issuer) => issuer === `${SITE}/auth/v1`,
    clock,
  });
  const mails: AuthMail[] = [];
  const notices: AuthNotice[] = [];
  const hasher = countCalls(createPasswordHasher());
  const auth = createAuth({
    database,
    signer,
    oneTimeTokenKey: secrets.oneTimeTokenKey,
    siteUrl: () => SITE,
    allowedRedirects: ['https://app.example/welcome'],
    sendMail: async (mail) => void mails.push(mail),
    sendNotice: async (notice) => void notices.push(notice),
    rateLimits: 'off',
    clock,
    hasher,
    wait: async () => {},
    ...options,
  });
  const gateway = createAuthenticator({ keys: secrets, verifyToken: signer.verify });

  const serve = async (request: Request): Promise<Response> => {
    if (auth.isKeyless(request)) return auth.fetch(request, { role: 'anon' });
    const identified = gateway.identify(request);
    return identified.ok ? auth.fetch(request, identified) : identified.response;
  };
  const client = (key: string, clientOptions: ClientOptions = {}) =>
    new AuthClient({
      url: `${SITE}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: false,
      storageKey: crypto.randomUUID(),
      fetch: (input, init) => serve(new Request(input, init)),
      ...clientOptions,
    });

  const harness: Harness = {
    auth,
    database,
    secrets,
    signer,
    mails,
    notices,
    hasher,
    pass: (milliseconds) => {
      moment += milliseconds;
    },
    now: clock,
    visitor: (clientOptions) => client(secrets.publishableKey, clientOptions),
    service: () => client(secrets.secretKey),
    call(path, { key = secrets.publishableKey, ...init } = {}) {
      const request = new Request(`${SITE}/auth/v1${path}`, init);
      if (key) request.headers.set('apikey', key);
      return serve(request);
    },
    browser({ address = '203.0.113.1', cookies = new Map() } = {}) {
      const send: ServedBrowser['send'] = async (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('x-forwarded-for', address);
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        if (cookie) headers.set('cookie', cookie);
        const response = await harness.call(path, { ...init, headers });
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          cookies.set(name, value);
        }
        return response;
      };
      return {
        cookies,
        send,
        post: (path, body, headers = {}) =>
          send(path, { method: 'POST', body: JSON.stringify(body), headers }),
        async open(link) {
          const { pathname, search } = new URL(link);
          const response = await send(pathname.replace('/auth/v1', '') + search, { key: '' });
          return new URL(response.headers.get('location') ?? 'about:blank');
        },
      };
    },
    lastMail(to) {
      const mail = mails.findLast((candidate) => candidate.to === to);
      if (!mail) throw new Error(`No mail was sent to ${to}`);
      return mail;
    },
    async member(email, password = 'a long password', data = {}) {
      const visitor = harness.visitor();
      const { error } = await visitor.signUp({ email, password, options: { data } });
      if (error) throw error;
      await openMailedLink(harness, email);
      const signedIn = await visitor.signInWithPassword({ email, password });
      if (signedIn.error) throw signedIn.error;
      return visitor;
    },
  };
  return harness;
}

/** Opens the emailed link, as a person would; resolves to the final URL. */
export async function openMailedLink(harness: Harness, to: string): Promise<URL> {
  const link = new URL(harness.lastMail(to).link);
  const path = link.pathname.replace('/auth/v1', '') + link.search;
  const response = await harness.call(path, { key: '' });
  return new URL(response.headers.get('location') ?? 'about:blank');
}

function countCalls(hasher: PasswordHasher): CountedHasher {
  const counted: CountedHasher = {
    hashed: 0,
    verified: [],
    hash(password, caller) {
      counted.hashed += 1;
      return hasher.hash(password, caller);
    },
    verify(stored, password, caller) {
      counted.verified.push(stored);
      return hasher.verify(stored, password, caller);
    },
  };
  return counted;
}
