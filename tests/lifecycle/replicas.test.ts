import { authLimits } from '@liv-fit/backend/auth';
import { callerLimits } from '@liv-fit/backend/http';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionLimits, limits } from '#server/limits.ts';
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

/** Three processes that start at the same time on an empty database. */
beforeAll(async () => {
  postgres = await startPostgres();
  const DATABASE_URL = await postgres.newDatabase();
  directories = await Promise.all([1, 2, 3].map(temporaryDirectory));
  shops = await Promise.all(
    directories.map(({ path }) =>
      startShopProcess({ dataDir: path, env: { DATABASE_URL, TRUST_PROXY: '1', ...admin } }),
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

describe('three replicas on one database', () => {
  it('share keys, schema and one catalog', async () => {
    for (const index of [0, 1, 2]) {
      expect(await keyOf(index)).toBe(await keyOf(0));
      expect(await read(index, '/rest/v1/products?select=id')).toHaveLength(9);
    }
  });

  it.each([
    {
      what: 'guesses of an order',
      count: functionLimits.guesses.count,
      path: '/functions/v1/find-order',
      body: () => ({ orderNumber: 'ABCDEFGH', email: 'nobody@mail.example' }),
    },
    {
      what: 'calls to checkout',
      count: functionLimits.shopping.count,
      path: '/functions/v1/create-checkout',
      body: () => ({ items: [] }),
    },
    {
      what: 'look-ups of a batch code',
      count: limits.lookupsPerMinute.count,
      path: '/rest/v1/validity_codes?select=code',
      headers: { 'x-lookup-key': 'NO-SUCH-CODE' },
    },
    {
      what: 'messages',
      count: limits.messagesPerMinute.count,
      path: '/rest/v1/contacts',
      body: (call: number) => ({
        name: 'A',
        email: 'a@mail.example',
        phone: '1',
        message: `${call}`,
      }),
    },
    {
      what: 'searches',
      count: limits.searches.count,
      path: '/rest/v1/rpc/search_shop',
      body: () => ({ search: 'resin' }),
    },
    {
      what: 'wrong passwords',
      count: authLimits.passwords.burst,
      path: '/auth/v1/token?grant_type=password',
      body: () => ({ email: admin.ADMIN_EMAIL, password: 'not the granite' }),
    },
    {
      what: 'emailed tokens that are shown',
      count: authLimits.token_verifications.burst,
      path: '/auth/v1/verify',
      body: () => ({ type: 'signup', token_hash: 'no-such-token' }),
    },
    {
      what: 'calls to tables and accounts',
      count: callerLimits.calls.callsPerMinute,
      path: '/rest/v1/no_such_table',
    },
    {
      what: 'uploads',
      count: callerLimits.uploads.callsPerMinute,
      path: '/storage/v1/object/no-such-bucket/file',
      body: () => ({}),
    },
  ])('keep the limit on $what together', async ({ what, count, path, body, headers }) => {
    const apikey = await keyOf(0);
    const address = `203.0.113.${what.length}`;
    const call = async (number: number) => {
      const answer = await fetch(originOf(number % 3) + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          apikey,
          'content-type': 'application/json',
          'x-forwarded-for': address,
          ...headers,
        },
        ...(body && { body: JSON.stringify(body(number)) }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    let taken = 0;
    // Several at once, as browsers would send them, so that the replicas count concurrently.
    const atOnce = Math.max(12, Math.ceil(count / 30));
    for (let begun = 0; begun < count * 1.1 + 12; begun += atOnce) {
      const statuses = await Promise.all(
        Array.from({ length: atOnce }, (_, index) => call(begun + index)),
      );
      taken += statuses.filter((status) => status !== 429).length;
    }
    expect(taken).toBeGreaterThanOrEqual(Math.floor(count * 0.9));
    expect(taken).toBeLessThanOrEqual(Math.ceil(count * 1.1));
  });

  it('show at once, on every replica, what the owner saves on one', async () => {
    const path = `/product/${slug}`;
    const page = (index: number) =>
      fetch(`${originOf(index)}${path}`).then((answer) => answer.text());
    for (const index of [0, 1, 2]) expect(await page(index)).not.toContain('Cliff Honey');

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
    for (const index of [0, 1, 2]) {
      await expect.poll(() => page(index), { timeout: 120_000 }).toContain('Cliff Honey');
    }
  });
});
