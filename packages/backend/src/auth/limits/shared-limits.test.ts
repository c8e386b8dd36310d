import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Queryable } from '../../database/database.ts';
import { openPostgres } from '../../database/open-postgres.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts';
import { createHarness, type Harness } from '../auth-harness.ts';
import { removeStale } from '../sessions/remove-stale.ts';
import { createSharedLimiter, type Limit } from './limiter.ts';

const HOUR = 3_600_000;

let server: PostgresServer;
/** For two processes of one project. */
let databases: [Database, Database];

beforeAll(async () => {
  server = await startPostgres();
  const connectionString = await server.newDatabase();
  databases = [openPostgres({ connectionString }), openPostgres({ connectionString })];
  await createHarness(databases[0]);
});
afterAll(async () => {
  for (const database of databases ?? []) await database.close();
  await server?.stop();
});

let now = Date.now();
const createLimiters = (name: string, limit: Limit) =>
  databases.map((database) => {
    const limiter = createSharedLimiter({ secret: 'secret', clock: () => now }, name, limit);
    return {
      take: (key: string, on: Queryable = database) => limiter.take(key, on),
      refund: (key: string) => limiter.refund(key, database),
    };
  });

async function readCounts() {
  const { rows } = await databases[0].query<{ key: string }>({
    text: 'select key from auth.rate_limits',
  });
  return rows;
}

it('admits together what is promised, however many ask at once', async () => {
  const limiters = createLimiters('together', { burst: 30, refillMs: HOUR });
  const waits = await Promise.all(
    Array.from({ length: 45 }, () => limiters.map((limiter) => limiter.take('a'))).flat(),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(30);
  expect(new Set(waits)).toEqual(new Set([0, HOUR]));
  expect(await limiters[0]?.take('b')).toBe(0);
});

it('gives back what turned out not to count, also to the other processes', async () => {
  const [one, other] = createLimiters('given back', { burst: 1, refillMs: HOUR });
  expect(await one?.take('a')).toBe(0);
  expect(await one?.take('a')).toBeGreaterThan(0);
  await one?.refund('a');
  expect(await other?.take('a')).toBe(0);
  expect(await one?.take('a')).toBeGreaterThan(0);
});

it('admits again when the time has come', async () => {
  const [one, other] = createLimiters('in time', { burst: 1, refillMs: HOUR });
  expect(await one?.take('a')).toBe(0);
  now += HOUR / 2;
  expect(await other?.take('a')).toBe(HOUR / 2);
  now += HOUR / 2;
  expect(await other?.take('a')).toBe(0);
});

it('makes nobody wait longer than a call takes to come back, whatever clock another has', async () => {
  const [one, other] = createLimiters('wrong clock', { burst: 1, refillMs: HOUR });
  now += 5 * HOUR;
  expect(await one?.take('a')).toBe(0);
  now -= 5 * HOUR;
  expect(await other?.take('a')).toBe(HOUR);
  now += HOUR;
  expect(await other?.take('a')).toBe(0);
});

it('remembers no wait that a clock set back has made longer', async () => {
  const [one] = createLimiters('set back', { burst: 1, refillMs: HOUR });
  now += 5 * HOUR;
  expect(await one?.take('a')).toBe(0);
  expect(await one?.take('a')).toBe(HOUR);
  now -= 5 * HOUR;
  expect(await one?.take('a')).toBe(HOUR);
  now += HOUR;
  expect(await one?.take('a')).toBe(0);
});

it('counts within a transaction that is rolled back for nothing', async () => {
  const [one, other] = createLimiters('rolled back', { burst: 1, refillMs: HOUR });
  const undone = databases[0].transaction(async (tx) => {
    expect(await one?.take('a', tx)).toBe(0);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await other?.take('a')).toBe(0);
});

it('tells nobody with the database whom it counts, and forgets what is over', async () => {
  const [one] = createLimiters('hidden', { burst: 1, refillMs: HOUR });
  await one?.take('ada@example.com 203.0.113.1');
  expect((await readCounts()).map(({ key }) => key).join()).not.toMatch(/ada|203/);
  await removeStale(databases[0], now + 100 * HOUR);
  expect(await readCounts()).toEqual([]);
});

it('stores nothing more of a network that has used up its share of sign-ins', async () => {
  const hasher = {
    hash: async (text: string) => text,
    verify: async (stored: string | null | undefined, text: string) => stored === text,
  };
  const shop = await createHarness(databases[0], { rateLimits: 'on', hasher });
  const sendMany = async (name: string, times: number) => {
    const answers = new Set<number>();
    for (let index = 0; index < times; index += 1) {
      const email = `${name}-${index}@example.com`;
      const response = await shop.call('/token?grant_type=password', {
        method: 'POST',
        headers: { 'x-forwarded-for': '198.51.100.77' },
        body: JSON.stringify({ email, password: 'wrong' }),
      });
      answers.add(response.status);
    }
    return [...answers];
  };
  expect(await sendMany('counted', 300)).toEqual([400]);
  const before = await readCounts();
  expect(await sendMany('refused', 40)).toEqual([429]);
  expect(await readCounts()).toHaveLength(before.length);
});

it('bounds guesses at an account over all processes of a project', async () => {
  const shops: Harness[] = [];
  for (const database of databases) {
    const hasher = {
      hash: async (text: string) => text,
      verify: async (stored: string | null | undefined, text: string) => stored === text,
    };
    const oneTimeTokenKey = 'the same for all';
    shops.push(await createHarness(database, { rateLimits: 'on', hasher, oneTimeTokenKey }));
  }
  const answers: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    const response = await shops[index % 2]?.call('/token?grant_type=password', {
      method: 'POST',
      headers: { 'x-forwarded-for': '198.51.100.1' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'wrong' }),
    });
    answers.push(response?.status ?? 0);
  }
  expect(answers).toEqual([...Array(10).fill(400), 429, 429]);
});
