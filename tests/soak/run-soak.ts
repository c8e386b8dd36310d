import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '#scripts/bench/cpu-seconds.ts';
import { residentMegabytes } from '#scripts/bench/process-memory.ts';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import { startShopProcess } from '#tests/fixtures/shop-process.ts';
import { readProducts } from '#tests/hostile/run-mix.ts';
import { emptyLog, type PurchaseLog, shop as shopOn } from '#tests/hostile/shopper.ts';

export interface SoakOptions {
  minutes: number;
  shoppers: number;
  /** The share of one core the shop is to be kept at. */
  load: number;
  /** Null runs on PGlite. */
  databaseUrl: string | null;
}

export interface Sample {
  /** Minutes since the shop was ready. */
  minutes: number;
  megabytes: number;
  descriptors: number;
  /** Share of one core since the previous sample. */
  load: number;
}

export interface Soak {
  samples: Sample[];
  shoppers: PurchaseLog;
  pages: number;
  failures: string[];
}

const sampleMs = 5_000;
const addresses = 200;
const paths = ['/', '/products', '/blog', '/contact', '/about', '/validity', '/cart'];

/** The real shop, where some buy and others read; the readers' pace keeps the load steady. */
export async function runSoak(options: SoakOptions): Promise<Soak> {
  const directory = await migratedDirectory();
  const { databaseUrl } = options;
  const shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  const { origin, sandbox, pid } = shop;
  const { publishableKey: apikey } = (await (await fetch(`${origin}/config.json`)).json()) as {
    publishableKey: string;
  };
  const products = await readProducts(origin, apikey);
  const began = performance.now();
  const end = began + options.minutes * 60_000;
  const isOver = () => performance.now() >= end;
  const soak: Soak = { samples: [], shoppers: emptyLog(), pages: 0, failures: [] };

  /** Milliseconds each reader waits between pages; adjusted after each sample. */
  let pause = 500;
  const read = async (reader: number) => {
    for (let turn = 0; !isOver(); turn += 1) {
      // Every third page is one that nobody has requested before.
      const isNew = turn % 3 === 0;
      const path = isNew
        ? `/search?q=resin+${reader}+${turn}`
        : (paths[(turn + reader) % paths.length] ?? '/');
      const from = `192.0.2.${1 + ((reader * 31 + turn) % addresses)}`;
      const answer = await fetch(origin + path, { headers: { 'x-forwarded-for': from } }).catch(
        (error: Error) => error,
      );
      if (answer instanceof Error) soak.failures.push(`${path}: ${answer.message}`);
      else {
        await answer.arrayBuffer();
        if (!answer.ok) soak.failures.push(`${path}: ${answer.status}`);
      }
      soak.pages += 1;
      await sleep(pause);
    }
  };
  const sample = async () => {
    let [at, spent] = [performance.now(), cpuSeconds(pid)];
    while (!isOver()) {
      await sleep(Math.min(sampleMs, Math.max(0, end - performance.now())));
      const [now, total] = [performance.now(), cpuSeconds(pid)];
      const load = ((total - spent) * 1_000) / (now - at);
      soak.samples.push({
        minutes: (now - began) / 60_000,
        megabytes: residentMegabytes(pid),
        descriptors: readdirSync(`/proc/${pid}/fd`).length,
        load,
      });
      // Corrects only part of the difference each time, so that one slow sample does not make it swing.
      pause = Math.min(5_000, Math.max(5, pause * (1 + 0.5 * (load / options.load - 1))));
      [at, spent] = [now, total];
    }
  };
  await Promise.all([
    sample(),
    ...Array.from({ length: 10 }, (_, index) => read(index)),
    ...Array.from({ length: options.shoppers }, (_, index) =>
      shopOn(
        {
          ...{ origin, sandbox, apikey, products, record: soak.shoppers },
          address: `203.0.113.${1 + index}`,
          account: null,
          thinking: [2, 6],
        },
        isOver,
      ),
    ),
  ]);
  await shop.stop();
  await directory.remove();
  return soak;
}
