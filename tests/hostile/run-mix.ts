import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoDirectory, demoOwner } from '#tests/fixtures/migrated.ts';
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import type { AttackOrder, Tally } from './attack-process.ts';
import type { MixResult } from './report.ts';
import { type Account, emptyLog, type Product, shop as shopOn } from './shopper.ts';

export interface MixOptions {
  attackers: number;
  shoppers: number;
  /** How long new purchases are started; those in progress are finished. */
  milliseconds: number;
  /** Minimum and maximum seconds of thinking between two steps. */
  thinking: readonly [number, number];
  /** Null runs on PGlite. */
  databaseUrl: string | null;
}

const secretKey = 'sb_secret_for_tests_only';
const owner: Account = demoOwner;

/** The real shop with its limits on, attacked by some while others buy. */
export async function runMix(options: MixOptions): Promise<MixResult> {
  const directory = await (options.databaseUrl ? temporaryDirectory() : demoDirectory());
  const shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      // Attackers and shoppers have separate IP addresses, as behind a proxy.
      TRUST_PROXY: '1',
      SUPABASE_SECRET_KEY: secretKey,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    },
  });
  const { origin, sandbox } = shop;
  const { publishableKey: apikey } = (await (await fetch(`${origin}/config.json`)).json()) as {
    publishableKey: string;
  };
  const products = await readProducts(origin, apikey);
  const accounts = await Promise.all(
    Array.from({ length: Math.ceil(options.shoppers / 2) }, (_, index) =>
      createAccount(origin, index),
    ),
  );

  const attackers = fork(new URL('./attack-process.ts', import.meta.url), { execArgv: [] });
  const attackersEnded = once(attackers, 'exit');
  const order: AttackOrder = {
    attackers: options.attackers,
    target: {
      origin,
      apikey,
      products,
      victims: [owner.email, ...accounts.map(({ email }) => email)],
    },
  };
  attackers.send(order);

  const health: number[] = [];
  let died = false;
  const watching = new AbortController();
  const watched = watch(origin, shop.pid, health, watching.signal).then((alive) => {
    died = !alive;
  });

  const record = emptyLog();
  const end = performance.now() + options.milliseconds;
  await Promise.all(
    Array.from({ length: options.shoppers }, (_, index) =>
      shopOn(
        {
          ...{ origin, sandbox, apikey, products, record },
          address: `203.0.${113 + Math.floor(index / 250)}.${1 + (index % 250)}`,
          account: index % 2 ? null : (accounts[index / 2] ?? null),
          thinking: options.thinking,
        },
        () => died || performance.now() >= end,
      ),
    ),
  );
  watching.abort();
  await watched;

  const stopping = performance.now();
  await shop.stop();
  const stoppedIn = performance.now() - stopping;
  const reported = once(attackers, 'message');
  attackers.send('report');
  const [tally] = (await reported) as [Tally];
  await attackersEnded;
  await directory.remove();
  return { shoppers: record, attackers: tally, health, died, stoppedIn, output: shop.output() };
}

/** Polls the shop's health twice a second. False as soon as its process has exited. */
async function watch(
  origin: string,
  pid: number,
  health: number[],
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const began = performance.now();
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(60_000) }).catch(
      () => null,
    );
    health.push(answer?.ok ? performance.now() - began : Number.POSITIVE_INFINITY);
    try {
      process.kill(pid, 0);
    } catch {
      return false;
    }
    await sleep(500, undefined, { signal }).catch(() => {});
  }
  return true;
}

export async function readProducts(origin: string, apikey: string): Promise<Product[]> {
  const select = 'id,slug,name,weight:weight_type,price';
  const answer = await fetch(`${origin}/rest/v1/products?select=${select}&sold_out=is.false`, {
    headers: { apikey },
  });
  return (await answer.json()) as Product[];
}

async function createAccount(origin: string, index: number): Promise<Account> {
  const account = {
    email: `shopper-${index}@mail.example`,
    password: `granite-and-honey-${index}`,
  };
  const answer = await fetch(`${origin}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, email_confirm: true }),
  });
  if (!answer.ok) throw new Error(`No account: ${await answer.text()}`);
  return account;
}
