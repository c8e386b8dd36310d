import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

const admin = { ADMIN_EMAIL: 'owner@livfit.example', ADMIN_PASSWORD: 'granite-and-honey' };
const slug = 'shilajit-honey-resin';

let postgres: PostgresServer;
let directories: Awaited<ReturnType<typeof temporaryDirectory>>[];
let shops: ShopProcess[];

/** Two processes that start at once on an empty database. */
beforeAll(async () => {
  postgres = await startPostgres();
  const DATABASE_URL = await postgres.newDatabase();
  directories = await Promise.all([temporaryDirectory(), temporaryDirectory()]);
  shops = await Promise.all(
    directories.map(({ path }) =>
      startShopProcess({ dataDir: path, env: { DATABASE_URL, ...admin } }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await Promise.all(directories.map((directory) => directory.remove()));
  await postgres.stop();
});

const originOf = (index: number) => shops[index]?.origin ?? '';
const keyOf = async (index: number) =>
  (await (await fetch(`${originOf(index)}/config.json`)).json()).publishableKey as string;
const read = async (index: number, path: string) =>
  (await fetch(`${originOf(index)}${path}`, { headers: { apikey: await keyOf(index) } })).json();

describe('two replicas on one database', () => {
  it('share keys, schema and one catalog', async () => {
    expect(await keyOf(0)).toBe(await keyOf(1));
    expect(await read(0, '/rest/v1/products?select=id')).toHaveLength(9);
    expect(await read(1, '/rest/v1/products?select=id')).toHaveLength(9);
  });

  it('count limits together', async () => {
    const body = JSON.stringify({ orderNumber: 'ABCDEFGH', email: 'nobody@mail.example' });
    const statuses: number[] = [];
    for (let call = 0; call < 12; call++) {
      const headers = { apikey: await keyOf(0), 'content-type': 'application/json' };
      const url = `${originOf(call % 2)}/functions/v1/find-order`;
      statuses.push((await fetch(url, { method: 'POST', headers, body })).status);
    }
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  it('show at once, on every replica, what the owner saves on one', async () => {
    const path = `/product/${slug}`;
    const page = (index: number) =>
      fetch(`${originOf(index)}${path}`).then((answer) => answer.text());
    for (const index of [0, 1]) expect(await page(index)).not.toContain('Cliff Honey');

    const apikey = await keyOf(0);
    const signedIn = await fetch(`${originOf(0)}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }),
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const saved = await fetch(`${originOf(0)}/rest/v1/products?slug=eq.${slug}`, {
      method: 'PATCH',
      headers: {
        apikey,
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'Cliff Honey Resin' }),
    });
    expect(saved.status).toBe(204);
    for (const index of [0, 1]) {
      await expect.poll(() => page(index), { timeout: 120_000 }).toContain('Cliff Honey');
    }
  });
});
