import { randomUUID } from 'node:crypto';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DB } from '#server/orders/tables.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { createRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';

let database: Database;
const [ann, ben] = [randomUUID(), randomUUID()];
const db = () => createKysely<DB>(database);

beforeAll(async () => {
  const [testDatabase] = testDatabases;
  if (!testDatabase) throw new Error('There is no database to test on.');
  database = await testDatabase.openMigrated();
  for (const id of [ann, ben]) {
    await database.query({ text: 'insert into auth.users (id) values ($1)', values: [id] });
  }
});
afterAll(() => database.close());

it('creates ten random codes and stores only hashes', async () => {
  const codes = await createRecoveryCodes(db(), ann);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
  const kept = await db().selectFrom('private.recovery_codes').selectAll().execute();
  for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code.slice(0, 9));
});

it('accepts each code once, from its owner only, in any spelling', async () => {
  const [first = '', second = ''] = await createRecoveryCodes(db(), ann);
  expect(await spendRecoveryCode(db(), ben, first)).toBe(false);
  const written = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
  const answers = await Promise.all([1, 2, 3].map(() => spendRecoveryCode(db(), ann, written)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await spendRecoveryCode(db(), ann, first)).toBe(false);
  await createRecoveryCodes(db(), ann);
  expect(await spendRecoveryCode(db(), ann, second)).toBe(false);
});
