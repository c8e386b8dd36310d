import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { openFilms, type RestHarness } from './rest-harness.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const megabyte = 1024 * 1024;

/** Heap size in megabytes; the database's own memory isn't included. */
function memory(): number {
  collect();
  return process.memoryUsage().heapUsed / megabyte;
}

describe('the cache of requests', () => {
  const [kind] = databaseKinds;
  let database: Database;
  let films: RestHarness;
  beforeAll(async () => {
    if (!kind) throw new Error('There is no database to test on.');
    database = await kind.open();
    films = await openFilms(database, { maximumBodyBytes: 2 * megabyte });
  });
  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind?.stop();
  });

  async function ask(status: number, path: string, body?: object): Promise<void> {
    const answer = await films.call(path, {
      headers: { 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(status);
  }

  /** How many megabytes remain in use after this many requests, each with a different URL. */
  async function stays(count: number, send: (number: number) => Promise<void>): Promise<number> {
    for (let number = 0; number < 5; number += 1) await send(number);
    const before = memory();
    for (let number = 0; number < count; number += 1) await send(5 + number);
    return memory() - before;
  }

  it('holds none of their bodies, which anyone may send', async () => {
    // Larger texts would be stored outside the heap.
    const text = 'x'.repeat(megabyte / 2);
    const insert = (number: number) => ask(401, `/letters?select=a${number}:id`, { id: 1, text });
    expect(await stays(80, insert)).toBeLessThan(20);
  });

  it('stays small, however long their addresses are', async () => {
    const order = Array.from({ length: 5_000 }, () => 'id').join(',');
    const read = (number: number) => ask(200, `/studios?limit=${number}&order=${order}`);
    expect(await stays(90, read)).toBeLessThan(45);
  });
});
