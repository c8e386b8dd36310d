import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds, openEmptyPglite } from '../../testing/databases.ts';
import { createHarness, type Harness } from '../auth-harness.ts';
import { removeStale } from './remove-stale.ts';

let database: Database;
let shop: Harness;

beforeAll(async () => {
  database = await openEmptyPglite();
  shop = await createHarness(database);
});
afterAll(() => database.close());

async function count(table: string): Promise<number> {
  const { rows } = await database.query<{ n: string }>({
    text: `select count(*)::text as n from auth.${table}`,
  });
  return Number(rows[0]?.n);
}

it('removes unusable rows without signing anyone out', async () => {
  const member = await shop.member('ada@example.com');
  await shop.call('/recover', {
    method: 'POST',
    body: JSON.stringify({
      email: 'ada@example.com',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 's256',
    }),
  });
  await member.refreshSession();
  await member.refreshSession();
  const before = await count('refresh_tokens');
  expect(await removeStale(database, shop.now())).toBe(0);

  shop.pass(2 * 86_400_000);
  expect(await removeStale(database, shop.now())).toBe(3);
  expect(await count('refresh_tokens')).toBe(before - 2);
  expect(await count('flow_state')).toBe(0);
  expect((await member.refreshSession()).error).toBeNull();

  const kept = await count('audit_log_entries');
  expect(kept).toBeGreaterThan(0);
  shop.pass(100 * 86_400_000);
  await removeStale(database, shop.now());
  expect(await count('audit_log_entries')).toBe(0);
  expect((await member.refreshSession()).error).toBeNull();
});

describe.each(databaseKinds)('of more than goes in one statement, on $name', (kind) => {
  let full: Database;
  const now = Date.now();
  beforeAll(async () => {
    full = await kind.open();
    await createHarness(full);
  });
  afterAll(async () => {
    await full?.close();
    await kind.stop();
  });

  const fill = async () => {
    await full.query({
      text: `insert into auth.rate_limits (key, full_at)
        select 'stale ' || n, now() - interval '2 hours' from generate_series(1, 6500) n`,
    });
    await full.query({
      text: `insert into auth.audit_log_entries (id, created_at)
        select gen_random_uuid(), now() - interval '100 days' from generate_series(1, 6500)`,
    });
  };
  const left = async () => {
    const { rows } = await full.query<{ n: string }>({
      text: `select ((select count(*) from auth.rate_limits)
        + (select count(*) from auth.audit_log_entries))::text as n`,
    });
    return Number(rows[0]?.n);
  };
  /** The database, recording how many rows each statement took. */
  const watch = (after: () => void = () => {}) => {
    const taken: number[] = [];
    const query: Database['query'] = async (statement) => {
      const result = await full.query(statement as never);
      taken.push(result.rowCount);
      after();
      return result as never;
    };
    return { taken, database: { ...full, query } as Database };
  };

  it('removes all, little at a time', async () => {
    await fill();
    const { database, taken } = watch();
    expect(await removeStale(database, now)).toBe(13_000);
    expect(await left()).toBe(0);
    expect(Math.max(...taken)).toBeLessThanOrEqual(1000);
  });

  it('ends when it is asked to stop', async () => {
    await fill();
    const stopping = new AbortController();
    const { database, taken } = watch(() => {
      if (taken.length === 10) stopping.abort();
    });
    await removeStale(database, now, stopping.signal);
    expect(taken).toHaveLength(10);
    expect(await left()).toBeGreaterThan(0);
  });
});
