import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { createKysely, type Database, DatabaseUnavailable } from '@liv-fit/backend/database';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { SellingRules } from '#domain/quote-order.ts';
import { siteDefaults } from '#domain/settings.ts';
import { noAccounts } from '#server/accounts/accounts.ts';
import { type Commerce, type CommerceDeps, createCommerce } from '#server/commerce.ts';
import { createMailTransport } from '#server/email/mail-transport.ts';
import type { DB } from '#server/orders/tables.ts';
import { paypalSandbox } from '#server/payments/paypal/paypal-service.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { stripeSandbox } from '#server/payments/stripe/stripe-service.ts';
import { mailTimeouts } from '#server/setup/choose-providers.ts';
import { startSandbox } from '#server/setup/start-sandbox.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import type { ShopPlace } from './proofs/open-commerce.ts';
import { type SandboxClient, sandboxClient } from './sandbox-client.ts';
import { createTestProviders } from './test-providers.ts';
import { createWebhookTrap, type Delivery, type WebhookTrap } from './webhook-trap.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The tests' own products, with known prices and states. */
export const products = {
  resin: {
    id: '10000000-0000-4000-8000-000000000001',
    name: 'Resin',
    price: '49.90',
    weight: '30g',
  },
  drops: {
    id: '10000000-0000-4000-8000-000000000002',
    name: 'Drops',
    price: '29.05',
    weight: '30ml',
  },
  gone: { id: '10000000-0000-4000-8000-000000000003', name: 'Gone', price: '10.00', weight: '30g' },
} as const;

const day = 24 * 60 * 60_000;

export const teamEmail = 'team@livfit.example';
const paypalApp = {
  clientId: randomBytes(16).toString('hex'),
  clientSecret: randomBytes(16).toString('hex'),
  webhookId: randomBytes(8).toString('hex'),
};
export const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by the tests.
  body: any;
  cookie: string | null;
  /** In seconds. */
  retryAfter: number | null;
}

/** A shop without pages: its functions, webhooks, emails and jobs, with the real sandbox. */
export interface TestShop {
  url: string;
  db: Kysely<DB>;
  database: Database;
  commerce: Commerce;
  sandbox: SandboxClient;
  /** Everything logged at `warn` or above. */
  log: { level: string; facts: object; message: string }[];
  /** Everything logged at lower levels. */
  milestones: { facts: object; message: string }[];
  /** Moves the shop's clock, not the sandbox's. */
  advance(ms: number): void;
  now(): Date;
  call(name: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** From now on, holds events for the test to deliver, until released. */
  holdWebhooks(): HeldWebhooks;
  providers: ReturnType<typeof createTestProviders>;
  /** The real provider, for tests that wrap it. */
  provider: PaymentProvider;
  paypal: PaymentProvider;
  /** A second process on the same database, as a replica would be. */
  replica(changes?: Partial<CommerceDeps>): Replica;
  /** What another process needs to know apart from the database. */
  place: Omit<ShopPlace, 'database'>;
  /** Deletes what tests wrote. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface HeldWebhooks extends Pick<WebhookTrap, 'collect'> {
  /** Delivers a held event to the shop; returns the response status. */
  deliver(delivery: Delivery): Promise<number>;
  release(): void;
}

interface Replica extends Pick<TestShop, 'call'> {
  commerce: Commerce;
}

export async function openTestShop(
  openMigrated: () => Promise<Database> = openMigratedPglite,
  options: {
    providerTimeoutMs?: number;
    /** If left out, they are read for each order. */
    sellingRules?: () => SellingRules;
  } = {},
): Promise<TestShop> {
  const database = await openMigrated();
  const db = createKysely<DB>(database);
  await addProducts(db);

  let app = new Hono();
  let trap: WebhookTrap | null = null;
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve(
      {
        fetch: (request) =>
          trap && new URL(request.url).pathname.startsWith('/webhooks/')
            ? trap.take(request)
            : app.fetch(request),
        port: 0,
        hostname: '127.0.0.1',
      },
      () => resolve(listening),
    );
  });
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const process = await startSandbox({
    root,
    port: 0,
    host: '127.0.0.1',
    dataDir: '',
    variables: {
      ...stripeSandbox({ secretKey, webhookSecret, webhookUrl: `${url}/webhooks/stripe` }),
      ...paypalSandbox({ ...paypalApp, webhookUrl: `${url}/webhooks/paypal` }),
    },
  });

  let offset = 0;
  const log: TestShop['log'] = [];
  const note = (level: string) => (facts: object, message: string) => {
    log.push({ level, facts, message });
  };
  const milestones: TestShop['milestones'] = [];
  const now = () => new Date(Date.now() + offset);
  const place: TestShop['place'] = {
    providers: {
      sandbox: process.url,
      stripe: { secretKey, webhookSecret },
      paypal: paypalApp,
      timeoutMs: options.providerTimeoutMs ?? 3000,
    },
    smtpUrl: process.smtpUrl,
    origin: url,
    teamEmail,
  };
  const providers = createTestProviders(place.providers, now);
  const { stripe: provider, paypal } = providers;
  const deps = (): CommerceDeps => ({
    database,
    providers: Object.values(providers),
    mail: {
      transport: createMailTransport(process.smtpUrl, mailTimeouts),
      server: 'simulated',
      from: { name: 'Liv Fit', address: 'hello@livfit.example' },
    },
    teamEmail,
    authenticate: async (headers) => {
      if (headers.get('apikey') !== 'publishable') return { ok: false, code: 'invalid_api_key' };
      const userId = headers.get('authorization')?.replace('Bearer user:', '') ?? null;
      // In these tests, the id of an account's session is the account's own.
      const claims = userId ? { sub: userId, session_id: userId, role: 'authenticated' } : null;
      return { ok: true, caller: { role: userId ? 'authenticated' : 'anon', userId, claims } };
    },
    accounts: noAccounts,
    originOf: () => url,
    origin: url,
    site: () => siteDefaults,
    ...(options.sellingRules && { sellingRules: options.sellingRules }),
    rateLimits: false,
    log: {
      info: (facts, message) => void milestones.push({ facts, message }),
      warn: note('warn'),
      error: note('error'),
    },
    now,
    times: {
      deliveryWait: 4000,
      // Jobs run only when a test starts them.
      firstReconcileAfter: day,
      reconcileEvery: day,
      compareEvery: day,
      firstPruneAfter: day,
      pruneEvery: day,
      eraseAgainEvery: day,
      sumSalesEvery: day,
      contactsEvery: day,
      passportsEvery: day,
      recallsEvery: day,
      firstRecallsAfter: day,
      firstLowStockAfter: day,
      lowStockEvery: day,
      watchEvery: day,
    },
  });
  const commerce = createCommerce(deps());
  app = new Hono().route('/functions/v1', commerce.functions).route('/webhooks', commerce.webhooks);
  app.onError((error, c) => {
    if (error instanceof DatabaseUnavailable) return c.text('unavailable', 503);
    throw error;
  });
  await commerce.start();

  return {
    url,
    db,
    database,
    commerce,
    log,
    milestones,
    now,
    sandbox: sandboxClient(process.url, secretKey, paypalApp),
    advance: (ms) => {
      offset += ms;
    },
    place,
    providers,
    provider,
    paypal,
    holdWebhooks() {
      const held = createWebhookTrap();
      trap = held;
      return {
        collect: held.collect,
        async deliver({ path: to, headers, body }) {
          const answer = await app.request(to, { method: 'POST', headers, body });
          return answer.status;
        },
        release() {
          trap = null;
        },
      };
    },
    replica(changes) {
      const replica = createCommerce({ ...deps(), ...changes });
      const call = functionCaller((path, init) => replica.functions.request(path, init));
      return { commerce: replica, call };
    },
    call: functionCaller((path, init) => fetch(`${url}/functions/v1${path}`, init)),
    async reset() {
      offset = 0;
      log.length = 0;
      milestones.length = 0;
      await commerce.idle();
      await db.deleteFrom('private.email_outbox').execute();
      await db.deleteFrom('private.provider_events').execute();
      await db.deleteFrom('reconcile_runs').execute();
      await db.deleteFrom('incidents').execute();
      await db.deleteFrom('disputes').execute();
      await db.deleteFrom('refunds').execute();
      await db.deleteFrom('payments').execute();
      await db.deleteFrom('orders').execute();
      const sandbox = sandboxClient(process.url, secretKey, paypalApp);
      await sandbox.chaos({});
      await sandbox.clearMails();
    },
    async close() {
      await commerce.stop();
      await process.stop();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

/** The response's cookies, as a browser sends them back. */
function cookiesOf({ headers }: Response): string | null {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return pairs.join('; ') || null;
}

/** Calls functions as the browser does; `send` delivers the request. */
export function functionCaller(
  send: (path: string, init: RequestInit) => Response | Promise<Response>,
): TestShop['call'] {
  return async (name, body, headers = {}) => {
    const response = await send(`/${name}`, {
      method: 'POST',
      headers: { apikey: 'publishable', 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return {
      status: response.status,
      body: await response.json(),
      cookie: cookiesOf(response),
      retryAfter: Number(response.headers.get('retry-after')) || null,
    };
  };
}

export async function addProducts(db: Kysely<DB>): Promise<void> {
  for (const { id, name, price, weight } of Object.values(products)) {
    await db
      .insertInto('products')
      .values({ id, name, price, weight_type: weight, sold_out: name === 'Gone' })
      .execute();
  }
}

export function newKey(): string {
  return randomUUID();
}

/** One cart line as the browser sends it. */
export function cartItem(product: keyof typeof products, quantity = 1, changes: object = {}) {
  const { id, name, price, weight } = products[product];
  return { id, name, weight, price: Number(price), quantity, ...changes };
}

/** The session id in the URL of its page. */
export function sessionIdOf(sessionUrl: string): string {
  return new URL(sessionUrl).pathname.split('/').at(-1) ?? '';
}
