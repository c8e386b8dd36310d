import type { Database } from '@liv-fit/backend/database';
import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { createFailureLimiter, createRateLimiter } from './rate-limiter.ts';

let server: MigratedPostgres;
let processes: [Database, Database];

beforeAll(async () => {
  server = await startMigratedPostgres();
  const connectionString = await server.newMigratedDatabase();
  processes = [openPostgres({ connectionString }), openPostgres({ connectionString })];
});
afterAll(async () => {
  for (const each of processes ?? []) await each.close();
  await server?.stop();
});

const hourly = { count: 10, seconds: 3600 };

it('apply across all processes, separately per key and name', async () => {
  const limiters = processes.map((store) => createRateLimiter(store, 'calls', hourly));
  const waits: number[] = [];
  for (let call = 0; call < 12; call++)
    waits.push((await limiters[call % 2]?.('198.51.100.7')) ?? -1);
  expect(waits.slice(0, 10)).toEqual(Array(10).fill(0));
  for (const seconds of waits.slice(10)) expect(seconds).toBeGreaterThan(3500);
  expect(await limiters[1]?.('198.51.100.8')).toBe(0);
  expect(await createRateLimiter(processes[0], 'others', hourly)('198.51.100.7')).toBe(0);
});

it('count every one of many parallel calls', async () => {
  const limiters = processes.map((store) => createRateLimiter(store, 'burst', hourly));
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, call) => limiters[call % 2]?.('198.51.100.7')),
  );
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
});

it('apply together if a limiter has several', async () => {
  const limiter = createRateLimiter(processes[0], 'both', { count: 2, seconds: 60 }, hourly);
  expect(await limiter('a')).toBe(0);
  expect(await limiter('a')).toBe(0);
  const seconds = await limiter('a');
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
});

it('no longer query the database for a key over the limit', async () => {
  const [database] = processes;
  let asked = 0;
  const counting = {
    kind: database.kind,
    query: ((...args) => {
      asked += 1;
      return database.query(...args);
    }) as Database['query'],
  };
  const limiter = createRateLimiter(counting, 'flood', hourly);
  for (let call = 0; call < 100; call++) await limiter('a');
  expect(asked).toBe(11);
});

it('count wrong guesses of all processes', async () => {
  const [here, there] = processes.map((store) =>
    createFailureLimiter(store, 'guesses', { count: 3, seconds: 3600 }),
  );
  const fail = async () => false;
  for (const limiter of [here, there, here]) expect(await limiter?.attempt('a', fail)).toBe(0);
  expect(await there?.attempt('a', fail)).toBeGreaterThan(3500);
  expect(await there?.attempt('b', fail)).toBe(0);
});

it('check no more guesses than allowed, however many arrive at once', async () => {
  const limiters = processes.map((store) =>
    createFailureLimiter(store, 'guesses at once', { count: 3, seconds: 3600 }),
  );
  let looks = 0;
  const look = async () => {
    looks += 1;
    return false;
  };
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => limiters[n % 2]?.attempt('203.0.113.7', look)),
  );
  expect(looks).toBe(3);
  looks = 0;
  await Promise.all(
    Array.from({ length: 80 }, (_, n) => limiters[n % 2]?.attempt(`198.51.100.${n}`, look)),
  );
  expect(looks).toBe(12);
});

it('apply per process while the database is down', async () => {
  const gone = openPostgres({ connectionString: 'postgres://shop@127.0.0.1:9/shop' });
  const limiter = createRateLimiter(gone, 'calls', { count: 2, seconds: 3600 });
  expect([await limiter('a'), await limiter('a')]).toEqual([0, 0]);
  expect(await limiter('a')).toBeGreaterThan(3500);
  await gone.close();
});
