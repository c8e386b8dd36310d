import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import { startShopProcess } from '#tests/fixtures/shop-process.ts';
import { percentile } from '#tests/hostile/report.ts';
import { readProducts } from '#tests/hostile/run-mix.ts';
import { emptyLog, type PurchaseLog, shop as shopOn } from '#tests/hostile/shopper.ts';
import type { CrowdOrder, CrowdTally } from './crowd-process.ts';

export interface OverloadOptions {
  connections: number;
  shoppers: number;
  milliseconds: number;
  /** Null runs on PGlite. */
  databaseUrl: string | null;
}

export interface Overload {
  shoppers: PurchaseLog;
  crowd: CrowdTally;
  /** Milliseconds for pages before the crowd arrived, and for /healthz while it was there. */
  calm: number[];
  health: number[];
  /** Milliseconds from the end of the crowd until pages are as fast as before. */
  normalAfter: number;
}

/** The real shop, where some buy while a crowd requests more pages than it can render. */
export async function runOverload(options: OverloadOptions): Promise<Overload> {
  const directory = await migratedDirectory();
  const { databaseUrl } = options;
  const shop = await startShopProcess({
    dataDir: directory.path,
    env: { TRUST_PROXY: '1', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
  });
  const { origin, sandbox } = shop;
  const { publishableKey: apikey } = (await (await fetch(`${origin}/config.json`)).json()) as {
    publishableKey: string;
  };
  const products = await readProducts(origin, apikey);
  let asked = 0;
  const time = async (path: string) => {
    const began = performance.now();
    asked += 1;
    const answer = await fetch(`${origin}${path}`, {
      headers: { 'x-forwarded-for': `192.0.2.${1 + (asked % 250)}` },
    });
    await answer.arrayBuffer();
    return answer.ok ? performance.now() - began : Number.POSITIVE_INFINITY;
  };
  const search = () => time(`/search?q=calm+${asked}`);
  // A shop that has been open for a while has its pages cached.
  const made = products.map(({ slug }) => `/product/${slug}`);
  const fixed = [
    '/',
    '/products',
    '/validity',
    '/contact',
    '/about',
    '/blog',
    '/cart',
    '/checkout',
  ];
  for (const path of [...made, ...fixed]) await time(path);

  const calm: number[] = [];
  for (let each = 0; each < 50; each += 1) calm.push(await search());
  const usual = 2 * percentile(calm, 0.95);

  const crowd = fork(new URL('./crowd-process.ts', import.meta.url), { execArgv: [] });
  crowd.send({ origin, connections: options.connections } satisfies CrowdOrder);
  const record = emptyLog();
  const end = performance.now() + options.milliseconds;
  const health: number[] = [];
  const watching = new AbortController();
  const watched = (async () => {
    while (!watching.signal.aborted) {
      health.push(await time('/healthz'));
      await sleep(250);
    }
  })();
  await Promise.all(
    Array.from({ length: options.shoppers }, (_, index) =>
      shopOn(
        {
          ...{ origin, sandbox, apikey, products, record },
          address: `203.0.${index}.7`,
          account: null,
          thinking: [0.2, 1],
          doesWithoutPages: true,
        },
        () => performance.now() >= end,
      ),
    ),
  );
  const told = once(crowd, 'message');
  const ended = once(crowd, 'exit');
  crowd.send('end');
  const [tally] = (await told) as [CrowdTally];
  await ended;
  const left = performance.now();
  for (let quick = 0; quick < 10; ) quick = (await search()) <= usual ? quick + 1 : 0;
  const normalAfter = performance.now() - left;
  watching.abort();
  await watched;
  await shop.stop();
  await directory.remove();
  return { shoppers: record, crowd: tally, calm, health, normalAfter };
}
