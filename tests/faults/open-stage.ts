import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenSandbox } from '@liv-fit/payment-sandbox';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { readProducts } from '#tests/hostile/run-mix.ts';
import { sandboxClient } from '#tests/money/sandbox-client.ts';
import { openRelay, type Relay } from './relay.ts';

/** What ALERT_WEBHOOK_URL received, and when. */
export interface Told {
  at: number;
  kind: string;
  state: 'open' | 'closed';
  title: string;
  detail: string;
}

/** The real shop, with everything it depends on set up so that it can be broken. */
export interface Stage {
  postgres: MigratedPostgres;
  payments: Relay;
  mail: Relay;
  /** The shop's DATA_DIR. */
  directory: string;
  told: Told[];
  shop(): ShopProcess;
  restart(env?: Record<string, string>): Promise<void>;
  /** Opens a payment page; resolves to a function that pays there. */
  begin(): Promise<(email: string) => Promise<void>>;
  /** Email addresses that have received their confirmation. */
  confirmed(): Promise<Set<string>>;
  close(): Promise<void>;
}

export async function openStage(
  env: Record<string, string> = {},
  dataDir?: string,
): Promise<Stage> {
  // Durable, because committed data must survive a kill.
  const postgres = await startMigratedPostgres({ durable: true });
  const own = await temporaryDirectory();
  const directory = dataDir ?? own.path;
  const port = await freePortPair();
  const told: Told[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      told.push({ at: Date.now(), ...JSON.parse(body) });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const secret = 'whsec_of_the_faults';
  const sandbox = await listenSandbox({
    stripe: { webhook: { url: `http://127.0.0.1:${port}/webhooks/stripe`, secret } },
  });
  const [payments, mail] = [await openRelay(sandbox.httpPort), await openRelay(sandbox.smtpPort)];
  const url = await postgres.newMigratedDatabase();
  const start = (more: Record<string, string> = {}) =>
    startShopProcess({
      dataDir: directory,
      port,
      env: {
        DATABASE_URL: url,
        STRIPE_SECRET_KEY: 'sk_test_of_the_faults',
        STRIPE_WEBHOOK_SECRET: secret,
        STRIPE_API_BASE: `http://127.0.0.1:${payments.port}`,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
        ...env,
        ...more,
      },
    });
  let shop = await start();
  const { publishableKey: apikey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const [product] = await readProducts(shop.origin, apikey);
  const client = sandboxClient(sandbox.url, 'sk_test_of_the_faults');
  return {
    postgres,
    payments,
    mail,
    directory,
    told,
    shop: () => shop,
    async restart(more) {
      await shop.stop();
      shop = await start(more);
    },
    async begin() {
      const items = [{ ...product, quantity: 1 }];
      const answer = await fetch(`${shop.origin}/functions/v1/create-checkout`, {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json' },
        body: JSON.stringify({ items }),
      });
      const { url } = (await answer.json()) as { url?: string };
      if (!url) throw new Error(`create-checkout: ${answer.status}`);
      // Customers reach the service directly, not through the relay.
      const page = url.replace(`:${payments.port}/`, `:${sandbox.httpPort}/`);
      return async (email) => void (await client.pay(page, { email }));
    },
    async confirmed() {
      return new Set((await client.mails()).flatMap(({ to }) => to));
    },
    async close() {
      await shop.stop();
      await Promise.all([payments.close(), mail.close(), sandbox.close()]);
      receiver.close();
      await postgres.stop();
      await own.remove();
    },
  };
}

/** Seconds until the condition holds; rejects if it does not within `patience` seconds. */
export async function secondsUntil(
  patience: number,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await Promise.resolve(holds()).catch(() => false)) {
      return Math.round((performance.now() - began) / 100) / 10;
    }
    if (performance.now() - began > patience * 1_000) throw new Error(`Not within ${patience} s`);
    await sleep(100);
  }
}
