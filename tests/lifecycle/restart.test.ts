import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let shop: ShopProcess;

beforeAll(async () => {
  directory = await temporaryDirectory();
  shop = await startShopProcess({ dataDir: directory.path });
});
afterAll(async () => {
  await shop.stop();
  await directory.remove();
});

const publishableKey = async () =>
  (await (await fetch(`${shop.origin}/config.json`)).json()).publishableKey as string;

const countRows = async (table: string) => {
  const answer = await fetch(`${shop.origin}/rest/v1/${table}?select=id`, {
    headers: { apikey: await publishableKey() },
  });
  return ((await answer.json()) as unknown[]).length;
};

const alive = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe('a shop on its data directory', () => {
  /** Data directory of a start that was killed before it was done. */
  let interrupted: Awaited<ReturnType<typeof temporaryDirectory>>;
  afterAll(() => interrupted?.remove());

  it('prints its addresses and, the first time only, the credentials', async () => {
    expect(shop.output()).toContain(shop.origin);
    expect(shop.output()).toContain(shop.sandbox);
    expect(shop.output()).toMatch(/admin@livfit\.example/);
    expect(shop.output()).toMatch(/Password:\s+\S{12,}/);
  });

  it('refuses a second process at once, and the first keeps serving', async () => {
    await expect(startShopProcess({ dataDir: directory.path })).rejects.toThrow(/in use/i);
    expect(await countRows('products')).toBeGreaterThanOrEqual(8);
  });

  it('stops on SIGTERM without orphaned processes or lost data', async () => {
    const key = await publishableKey();
    await fetch(`${shop.origin}/rest/v1/contacts`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@shop.example', phone: '1', message: 'Hi' }),
    }).then((answer) => expect(answer.status).toBe(201));
    const products = await countRows('products');
    const { sandbox } = shop;

    expect(await shop.stop()).toBe(0);
    expect(await alive(sandbox)).toBe(false);

    shop = await startShopProcess({ dataDir: directory.path });
    expect(await publishableKey()).toBe(key);
    expect(await countRows('products')).toBe(products);
    expect(shop.output()).not.toMatch(/Password:/);
  });

  it('gives up its start when asked to stop meanwhile', async () => {
    interrupted = await migratedDirectory();
    const starting = await startShopProcess({ dataDir: interrupted.path, until: 'listening' });
    expect(await starting.stop()).toBe(0);
    expect(await alive(starting.sandbox)).toBe(false);
  });

  it('starts again after that, and sends the email of a sign-up that is the first request of all', async () => {
    const started = await startShopProcess({
      dataDir: interrupted.path,
      env: { SUPABASE_SECRET_KEY: 'sb_secret_for_tests_only' },
    });
    const answer = await fetch(`${started.origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: 'sb_secret_for_tests_only', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'first@mail.example', password: 'granite-and-honey' }),
    });
    expect(answer.status).toBe(200);
    expect(await waitForMails(started.sandbox, 'first@mail.example', 1)).toHaveLength(1);
    expect(await started.stop()).toBe(0);
  });

  it('starts again after a kill, with its sandbox', async () => {
    const { sandbox } = shop;
    await shop.kill();
    await expect.poll(() => alive(sandbox), { timeout: 120_000 }).toBe(false);
    shop = await startShopProcess({ dataDir: directory.path });
    expect(await countRows('products')).toBeGreaterThanOrEqual(8);
  });
});
