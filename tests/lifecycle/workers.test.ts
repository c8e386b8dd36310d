import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import {
  type MigratedPostgres,
  migratedDirectory,
  startMigratedPostgres,
} from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

const run = promisify(execFile);

let postgres: MigratedPostgres;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let shop: ShopProcess;
let metricsPort: number;

beforeAll(async () => {
  postgres = await startMigratedPostgres();
  directory = await temporaryDirectory();
  metricsPort = await freePortPair();
  shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      DATABASE_URL: await postgres.newMigratedDatabase(),
      WORKERS: '3',
      METRICS_PORT: String(metricsPort),
      METRICS_TOKEN: 'a token for tests',
    },
  });
});
afterAll(async () => {
  await shop?.stop();
  await directory?.remove();
  await postgres?.stop();
});

/** Process ids of the shop's processes below the primary one. */
async function workers(): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=,args=', '--ppid', String(shop.pid)]);
  const lines = stdout.trim().split('\n');
  return lines
    .filter((line) => line.includes('server/main.ts'))
    .map((line) => Number.parseInt(line, 10));
}

const scrape = async (origin: string) => {
  const headers = { authorization: 'Bearer a token for tests' };
  return (await fetch(`${origin}/metrics`, { headers })).text();
};
const page = async () => (await fetch(`${shop.origin}/products`)).status;

describe('several processes on one port', () => {
  it('startupMessage once, and share one sandbox', async () => {
    await expect.poll(() => shop.output()).toContain('is open');
    expect(await workers()).toHaveLength(3);
    expect(shop.output().match(/is open/g)).toHaveLength(1);
    expect(shop.output().match(/Password: /g)).toHaveLength(1);
    expect((await fetch(`${shop.sandbox}/mail`)).status).toBe(200);
  });

  it('answer requests of one visitor, whichever process takes them', async () => {
    const { publishableKey: apikey } = await (await fetch(`${shop.origin}/config.json`)).json();
    const products = await fetch(
      `${shop.origin}/rest/v1/products?select=id,weight:weight_type&sold_out=is.false&limit=1`,
      { headers: { apikey } },
    );
    const [product] = await products.json();
    const pages = new Set<string>();
    for (let order = 0; order < 12; order += 1) {
      const answer = await fetch(`${shop.origin}/functions/v1/create-checkout`, {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ items: [{ ...product, name: '', price: 1, quantity: 1 }] }),
      });
      pages.add((await answer.json()).url);
    }
    expect(pages.size).toBe(12);
    for (const url of pages) expect(url).toContain(shop.sandbox);
  });

  it('tell their metrics together, on their own port and with the token', async () => {
    const own = await scrape(`http://127.0.0.1:${metricsPort}`);
    for (const text of [own, await scrape(shop.origin)]) {
      expect(text).toContain('livfit_database_up 1');
      const created = /livfit_http_request_duration_seconds_count\{.*create-checkout.*\} (\d+)/;
      expect(created.exec(text)?.[1]).toBe('12');
    }
  });

  it('leave out the metrics of one that hangs, and say so', async () => {
    const [, hanging = 0] = await workers();
    process.kill(hanging, 'SIGSTOP');
    try {
      expect(await scrape(`http://127.0.0.1:${metricsPort}`)).toContain('livfit_database_up 1');
      await expect
        .poll(() => shop.output())
        .toMatch(new RegExp(`"pid":${hanging},.*its metrics are left out`));
    } finally {
      process.kill(hanging, 'SIGCONT');
    }
  });

  it('go on when one of them ends, and replace it', async () => {
    const [killed = 0] = await workers();
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(async () => (await workers()).filter((pid) => pid !== killed))
      .toHaveLength(3);
    for (let visit = 0; visit < 9; visit += 1) expect(await page()).toBe(200);
  });

  it('end together when told to', async () => {
    const before = await workers();
    expect(await shop.stop()).toBe(0);
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow();
  });
});

it('are one process on the embedded database', async () => {
  const own = await migratedDirectory();
  const embedded = await startShopProcess({
    dataDir: own.path,
    env: { WORKERS: '2', SEED: 'none' },
  });
  expect((await fetch(`${embedded.origin}/`)).status).toBe(200);
  expect(await embedded.stop()).toBe(0);
  await own.remove();
});
