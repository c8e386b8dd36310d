import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { createRateLimiter } from './rate-limiter.ts';

let server: MigratedPostgres;
let url: string;
let texts: string[];
let isDown: boolean;
let isSilent: boolean;
/** Stands for a separate process, as far as counting is concerned. */
function openStore() {
  const database = openPostgres({ connectionString: url });
  const store = {
    kind: database.kind,
    query: (statement: Parameters<typeof database.query>[0]) => {
      texts.push(statement.text);
      if (isSilent) return new Promise(() => {});
      if (isDown) return Promise.reject(new Error('gone'));
      return database.query(statement);
    },
  } as Parameters<typeof createRateLimiter>[0];
  return { store, close: () => database.close() };
}

const opened: ReturnType<typeof openStore>[] = [];
beforeAll(async () => {
  server = await startMigratedPostgres();
  url = await server.newMigratedDatabase();
  opened.push(openStore(), openStore());
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await server?.stop();
});
beforeEach(() => {
  texts = [];
  isDown = false;
  isSilent = false;
});
const storeOf = (process: number) => opened[process]?.store ?? null;
const minute = (count: number) => ({ count, seconds: 60 });

it('counts parallel calls in a few statements, and admits exactly the limit', async () => {
  const limiter = createRateLimiter(storeOf(0), 'together', minute(20), minute(1_000));
  const waits = await Promise.all(Array.from({ length: 50 }, () => limiter('203.0.113.1')));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(20);
  expect(Math.min(...waits.filter((seconds) => seconds > 0))).toBeGreaterThan(55);
  expect(texts.length).toBeLessThan(10);
});

it('counts two processes together, many keys in any order', async () => {
  const limiters = [0, 1].map((process) => createRateLimiter(storeOf(process), 'both', minute(30)));
  const keys = Array.from({ length: 40 }, (_, n) => `198.51.100.${n}`);
  const rounds = Array.from({ length: 20 }, (_, round) => (round % 2 ? keys : keys.toReversed()));
  const passed = new Map<string, number>();
  await Promise.all(
    limiters.flatMap((limiter) =>
      rounds.flatMap((round) =>
        round.map(async (key) => {
          if ((await limiter(key)) === 0) passed.set(key, (passed.get(key) ?? 0) + 1);
        }),
      ),
    ),
  );
  expect(new Set(passed.values())).toEqual(new Set([30]));
});

it('begins to count anew when the window is over', async () => {
  const limiter = createRateLimiter(storeOf(0), 'short', { count: 1, seconds: 1 });
  expect(await limiter('k')).toBe(0);
  expect(await limiter('k')).toBe(1);
  await expect.poll(() => limiter('k')).toBe(0);
});

it('counts in this process while the database is down, for one caller or many', async () => {
  const limiter = createRateLimiter(storeOf(0), 'away', minute(3));
  isDown = true;
  const waits = await Promise.all(Array.from({ length: 5 }, () => limiter('k')));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
  isDown = false;
  expect(await limiter('other')).toBe(0);
});

it('counts in this process while the database is silent, and makes nobody wait long', async () => {
  const limiter = createRateLimiter(storeOf(1), 'silent', minute(2));
  isSilent = true;
  const began = performance.now();
  for (let call = 0; call < 2; call += 1) expect(await limiter('k')).toBe(0);
  expect(await limiter('k')).toBeGreaterThan(0);
  expect(performance.now() - began).toBeLessThan(5_000);
});
