import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

/** docs/operating.md says 15 s after DRAIN_SECONDS; the rest is allowance for a busy machine. */
const endsWithinMs = 25_000;
/** The shop waits 15 s for the database. */
const answersWithinMs = 25_000;

let postgres: MigratedPostgres;
let directory: TemporaryDirectory;
let shop: ShopProcess | undefined;

beforeEach(async () => {
  postgres = await startMigratedPostgres();
  directory = await temporaryDirectory();
});
afterEach(async () => {
  await postgres.thaw();
  await shop?.kill();
  await directory.remove();
  await postgres.stop();
});

/** The pool's connections are open, but the database no longer responds on any of them. */
async function startFrozen(env: Record<string, string> = {}) {
  const opened = await startShopProcess({
    dataDir: directory.path,
    env: { DATABASE_URL: await postgres.newMigratedDatabase(), SEED: 'demo', ...env },
  });
  shop = opened;
  const { publishableKey: apikey } = await (await fetch(`${opened.origin}/config.json`)).json();
  const list = `${opened.origin}/rest/v1/products?select=id,weight:weight_type&sold_out=is.false`;
  const readProducts = () => fetch(list, { headers: { apikey } });
  const [product] = await (await readProducts()).json();
  const checkOut = () =>
    fetch(`${opened.origin}/functions/v1/create-checkout`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ ...product, name: '', price: 1, quantity: 1 }] }),
    });
  await Promise.all(Array.from({ length: 10 }, readProducts));
  expect((await checkOut()).status).toBe(200);
  await postgres.freeze();
  return { shop: opened, readProducts, checkOut };
}

describe('while the database accepts and never answers', () => {
  it.each(['1', '2'])('the shop ends in time when told to, with %s processes', async (workers) => {
    const { shop: frozen, readProducts, checkOut } = await startFrozen({ WORKERS: workers });
    const asked = Promise.allSettled([readProducts(), checkOut()]);
    await sleep(500);
    expect(await Promise.race([frozen.stop(), sleep(endsWithinMs, 'still running')])).toBe(0);
    await asked;
  });

  it('tables and functions say that the shop is not responding', async () => {
    const { readProducts, checkOut } = await startFrozen();
    const answers = await Promise.all(
      [readProducts, checkOut].map(async (ask) => {
        const answer = await Promise.race([ask(), sleep(answersWithinMs, null)]);
        return answer && [answer.status, answer.headers.get('retry-after')];
      }),
    );
    expect(answers).toEqual([
      [503, '5'],
      [503, '5'],
    ]);
  });
});
