import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
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
