import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { openPostgres } from '@liv-fit/backend/postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DB } from '#server/orders/tables.ts';
import { paypalSandbox } from '#server/payments/paypal/paypal-service.ts';
import { stripeSandbox } from '#server/payments/stripe/stripe-service.ts';
import { type Sandbox, startSandbox } from '#server/setup/start-sandbox.ts';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { type SandboxClient, sandboxClient } from '../sandbox-client.ts';
import { addProducts, functionCaller, newKey, products, teamEmail } from '../test-shop.ts';
import { createRandom } from './random.ts';
import { patience, seed, size, tell } from './size.ts';
import { waysToPay } from './ways-to-pay.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const stock = 100_000;

/** A received email; the time tells it from a duplicate. */
interface Mail {
  to: string[];
  subject: string;
  receivedAt: string;
}

/** When something was down, in milliseconds since 1970. */
interface Outage {
  from: number;
  to: number;
}

/** The real shop on a durable PostgreSQL, with payment services that outlive both. */
async function openStage() {
  const server: MigratedPostgres = await startMigratedPostgres({ durable: true });
  const directory: TemporaryDirectory = await temporaryDirectory();
  const port = await freePortPair();
  const stripe = { secretKey: `sk_test_${hex(12)}`, webhookSecret: `whsec_${hex(12)}` };
  const paypal = { clientId: hex(12), clientSecret: hex(12), webhookId: hex(8) };
  const webhooks = `http://127.0.0.1:${port}/webhooks`;
  const services: Sandbox = await startSandbox({
    root,
    port: 0,
    host: '127.0.0.1',
    dataDir: '',
    variables: {
      ...stripeSandbox({ ...stripe, webhookUrl: `${webhooks}/stripe` }),
      ...paypalSandbox({ ...paypal, webhookUrl: `${webhooks}/paypal` }),
    },
  });
  const url = await server.newMigratedDatabase();
  const database: Database = openPostgres({ connectionString: url, max: 2 });
  const db = createKysely<DB>(database);
  await addProducts(db);
  await db.updateTable('products').set({ stock }).where('id', '=', products.resin.id).execute();
  const start = () =>
    startShopProcess({
      dataDir: directory.path,
      port,
      env: {
        DATABASE_URL: url,
        DATABASE_WAIT_SECONDS: '60',
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_the_proof',
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_BASE: services.url,
        PAYPAL_CLIENT_ID: paypal.clientId,
        PAYPAL_CLIENT_SECRET: paypal.clientSecret,
        PAYPAL_WEBHOOK_ID: paypal.webhookId,
        PAYPAL_API_BASE: `${services.url}/paypal`,
        PAYPAL_WEB_BASE: `${services.url}/paypal`,
        SMTP_URL: services.smtpUrl,
        TEAM_EMAIL: teamEmail,
        TRUST_PROXY: '1',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        SEED: 'none',
      },
    });
  let shop: ShopProcess = await start();
  const sandbox: SandboxClient = sandboxClient(services.url, stripe.secretKey, paypal);
  return {
    server,
    db,
    sandbox,
    secretKey: stripe.secretKey,
    origin: shop.origin,
    async killShop(): Promise<void> {
      await shop.kill();
      shop = await start();
    },
    /**
     * Stopped for a few minutes, so that leases of dead processes expire and failed work is due
     * again. Only the timestamps in the database are moved, which has the same effect as waiting,
     * but faster.
     */
    async restartShopLater(): Promise<void> {
      await shop.stop();
      await db
        .updateTable('private.email_outbox')
        .set({
          leased_until: sql`leased_until - interval '10 minutes'`,
          next_attempt_at: sql`next_attempt_at - interval '10 minutes'`,
        })
        .where('status', '=', 'queued')
        .execute();
      shop = await start();
    },
    async close(): Promise<void> {
      await shop.stop();
      await services.stop();
      await database.close();
      await server.stop();
      await directory.remove();
    },
  };
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

const victimsOf = [
  ['the shop or PostgreSQL', ['shop', 'postgres']],
  ['the shop', ['shop']],
  ['PostgreSQL', ['postgres']],
] as const;

describe.each(victimsOf.slice(0, size.kindsOfVictims))(
  '%s killed at random moments',
  (what, victims) => {
    let stage: Awaited<ReturnType<typeof openStage>>;
    beforeAll(async () => {
      stage = await openStage();
    }, patience);
    afterAll(() => stage?.close());

    it(`${size.randomKills} times while ${size.customers} buy: nothing lost, nothing twice (seed ${seed})`, {
      timeout: patience,
    }, async () => {
      const random = createRandom(seed);
      const { sandbox, db } = stage;
      const outages: Outage[] = [];
      const over = new AbortController();
      const paid: { reference: string; email: string }[] = [];
      let lost = 0;

      /** Buys again and again, each time as a new customer; a started purchase is always finished. */
      const buy = async (customer: number, own: ReturnType<typeof createRandom>) => {
        for (let purchase = 0; !over.signal.aborted; purchase += 1) {
          const way = own.pick(waysToPay);
          const headers = {
            apikey: 'sb_publishable_of_the_proof',
            'x-forwarded-for': `192.0.${customer}.${1 + (purchase % 250)}`,
          };
          const call = functionCaller((to, init) =>
            fetch(`${stage.origin}/functions/v1${to}`, {
              ...init,
              headers: { ...(init.headers as object), ...headers },
              signal: AbortSignal.timeout(20_000),
            }),
          );
          const key = newKey();
          const begun = await untilAnswered(
            () => way.begin({ call }, key),
            ({ status }) => status === 200,
          );
          const email = `customer-${customer}-${purchase}@mail.example`;
          await way.pay(sandbox, begun.payUrl, email);
          paid.push({ reference: begun.reference, email });
          // Some close the window right after paying.
          if (own.below(3) > 0) {
            const shown = await untilAnswered(
              () => way.confirm({ call }, begun),
              (status) => status === 'paid' || status === 'pending',
            );
            if (shown !== 'paid') lost += 1;
          }
        }
      };
      const buying = Promise.all(
        Array.from({ length: size.customers }, (_, index) =>
          buy(index, createRandom(seed + 1 + index)),
        ),
      );
      for (let death = 0; death < size.randomKills; death += 1) {
        await sleep(200 + random.below(3_000));
        const from = Date.now();
        if (random.pick(victims) === 'shop') await stage.killShop();
        else {
          await stage.server.kill();
          await sleep(random.below(2_000));
          await stage.server.restart();
        }
        outages.push({ from, to: Date.now() });
      }
      await sleep(1_000);
      over.abort();
      await buying;
      // The reconciler, ten seconds after a start, finds what no event and no page has reported.
      await stage.restartShopLater();
      const look = async () => {
        const orders = await db
          .selectFrom('orders')
          .select(['stripe_session_id', 'paypal_order_id', 'payment_status'])
          .execute();
        const payments = await db
          .selectFrom('payments')
          .select(['order_id', 'reference'])
          .execute();
        const waiting = await db
          .selectFrom('private.email_outbox')
          .select('id')
          .where('status', '<>', 'sent')
          .execute();
        return { orders, payments, waiting: waiting.length };
      };
      await vi.waitFor(
        async () => {
          const { orders, waiting } = await look();
          const unpaid = orders.filter(({ payment_status }) => payment_status !== 'paid').length;
          expect({ unpaid, waiting }).toEqual({ unpaid: 0, waiting: 0 });
        },
        { timeout: 240_000, interval: 500 },
      );
      const { orders, payments } = await look();
      const references = orders.map((order) => order.stripe_session_id ?? order.paypal_order_id);
      const mails = (await sandbox.mails()) as unknown as Mail[];
      const toCustomers = mails.filter(({ to }) => !to.includes(teamEmail));
      const repeated = repetitions(mails, outages);
      const { stock: left } = await db
        .selectFrom('products')
        .select('stock')
        .where('id', '=', products.resin.id)
        .executeTakeFirstOrThrow();
      tell(`random kills of ${what}`, {
        seed,
        deaths: outages.length,
        purchases: paid.length,
        repeatedMails: repeated.length,
        shownPending: lost,
      });
      expect(paid.length).toBeGreaterThan(0);
      // Only paid orders exist, each of them once.
      expect(references.toSorted()).toEqual(paid.map(({ reference }) => reference).toSorted());
      expect(payments).toHaveLength(paid.length);
      expect(new Set(payments.map(({ reference }) => reference)).size).toBe(paid.length);
      expect(await taken(sandbox, stage.secretKey)).toBe(paid.length);
      const mailed = new Set(toCustomers.flatMap(({ to }) => to));
      expect(paid.filter(({ email }) => !mailed.has(email))).toEqual([]);
      // Only a crash between the mail server's response and recording it may send an email again.
      expect(repeated.filter(({ explained }) => !explained)).toEqual([]);
      expect(left).toBe(stock - paid.length);
    });
  },
);

/** Retries like somebody who really wants it. */
async function untilAnswered<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  const end = Date.now() + 120_000;
  for (;;) {
    const answer = await ask().catch((error: Error) => error);
    if (!(answer instanceof Error) && isDone(answer)) return answer;
    if (Date.now() > end)
      throw answer instanceof Error ? answer : new Error(JSON.stringify(answer));
    await sleep(200);
  }
}

/** How often the payment services took money. */
async function taken(sandbox: SandboxClient, secretKey: string): Promise<number> {
  const captures = (await sandbox.paypalOrders()).flatMap(({ purchase_units }) =>
    purchase_units.flatMap(({ payments }) => payments?.captures ?? []),
  );
  let charged = 0;
  let after = '';
  for (;;) {
    const answer = await fetch(
      `${sandbox.url}/stripe/v1/charges?limit=100${after && `&starting_after=${after}`}`,
      { headers: { authorization: `Bearer ${secretKey}` } },
    );
    const page = (await answer.json()) as {
      data: { id: string; paid: boolean }[];
      has_more: boolean;
    };
    charged += page.data.filter(({ paid }) => paid).length;
    after = page.data.at(-1)?.id ?? '';
    if (!page.has_more) return charged + captures.length;
  }
}

/** Emails that arrived more than once; explained if the earlier copy came just as something died. */
function repetitions(mails: readonly Mail[], outages: readonly Outage[]) {
  const seen = new Map<string, number>();
  return mails
    .map((mail) => ({ at: Date.parse(mail.receivedAt), key: `${mail.to.join()} ${mail.subject}` }))
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at, key }) => {
      const before = seen.get(key);
      seen.set(key, at);
      if (before === undefined) return [];
      const explained = outages.some(
        ({ from, to }) => before > from - 2_000 && before <= to + 1_000,
      );
      return [{ key, explained }];
    });
}
