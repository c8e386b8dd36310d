import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { DB } from '#server/orders/tables.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import type { Accounts } from './accounts.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { turnOffTwoSteps } from './turn-off-two-steps.ts';

let database: Database;
const [ann, ben, cat] = [randomUUID(), randomUUID(), randomUUID()];
const db = () => createKysely<DB>(database);
const removeFactors = vi.fn<Accounts['removeFactors']>(async () => {});
const redeem = (userId: string, code: string) => {
  const context = { db: db(), now: () => new Date(), site: () => siteDefaults, origin: '' };
  const accounts = { removeFactors } as unknown as Accounts;
  return turnOffTwoSteps(context as unknown as OrderContext, accounts, { userId, code });
};

beforeAll(async () => {
  const [testDatabase] = testDatabases;
  if (!testDatabase) throw new Error('There is no database to test on.');
  database = await testDatabase.openMigrated();
  for (const id of [ann, ben, cat]) {
    await database.query({ text: 'insert into auth.users (id) values ($1)', values: [id] });
    if (id === cat) continue;
    await database.query({
      text: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values ($1, $1, 'totp', 'verified', now(), now())`,
      values: [id],
    });
  }
});
afterAll(() => database.close());

it('creates ten random codes and stores only hashes', async () => {
  const codes = (await createRecoveryCodes(db(), ann)) ?? [];
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
  const kept = await db().selectFrom('private.recovery_codes').selectAll().execute();
  for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code.slice(0, 9));
});

it('accepts each code once, from its owner only, in any spelling', async () => {
  const [first = '', second = ''] = (await createRecoveryCodes(db(), ann)) ?? [];
  expect(await redeem(ben, first)).toBe(false);
  const written = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
  const answers = await Promise.all([1, 2, 3].map(() => redeem(ann, written)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await redeem(ann, first)).toBe(false);
  await createRecoveryCodes(db(), ann);
  expect(await redeem(ann, second)).toBe(false);
});

it('accepts none that is older than the app', async () => {
  const [code = ''] = (await createRecoveryCodes(db(), ben)) ?? [];
  const enroll = (text: string) => database.query({ text, values: [ben] });
  await enroll(`delete from auth.mfa_factors where user_id = $1`);
  await enroll(`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), $1, 'totp', 'verified', now() + interval '1 minute', now())`);
  expect(await redeem(ben, code)).toBe(false);
  await enroll(
    `update auth.mfa_factors set created_at = now() - interval '1 minute' where user_id = $1`,
  );
  expect(await redeem(ben, code)).toBe(true);
});

it('spends a code only once the app is gone, and tells the owner once', async () => {
  await database.query({
    text: `update auth.users set email = 'ann@mail.example', email_confirmed_at = now() where id = $1`,
    values: [ann],
  });
  const [code = ''] = (await createRecoveryCodes(db(), ann)) ?? [];
  removeFactors.mockClear();
  removeFactors.mockRejectedValueOnce(new Error('The process ends here.'));
  await expect(redeem(ann, code)).rejects.toThrow();
  expect(await redeem(ann, code)).toBe(true);
  expect(removeFactors).toHaveBeenCalledTimes(2);
  expect(await redeem(ann, code)).toBe(false);
  expect(removeFactors).toHaveBeenCalledTimes(2);
  const mails = await db()
    .selectFrom('private.email_outbox')
    .select('id')
    .where('recipient', '=', 'ann@mail.example')
    .execute();
  expect(mails).toHaveLength(1);
});

it('creates none before there is an app, for which they would be planted', async () => {
  await database.query({
    text: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values ($1, $1, 'totp', 'unverified', now(), now())`,
    values: [cat],
  });
  expect(await createRecoveryCodes(db(), cat)).toBeNull();
  const kept = await db()
    .selectFrom('private.recovery_codes')
    .select('user_id')
    .where('user_id', '=', cat)
    .execute();
  expect(kept).toEqual([]);
});

it('deletes codes that were created before the authenticator app', async () => {
  await database.query({ text: 'delete from private.recovery_codes' });
  await database.query({
    text: `insert into private.recovery_codes (user_id, code_hash, created_at) values
      ($1, 'planted', now() - interval '1 hour'), ($1, 'own', now() + interval '1 minute'),
      ($2, 'planted', now())`,
    values: [ann, cat],
  });
  const file = '20261128030100_forget_early_recovery_codes.sql';
  const text = await readFile(
    new URL(`../../supabase/migrations/${file}`, import.meta.url),
    'utf8',
  );
  await database.query({ text });
  const kept = await db().selectFrom('private.recovery_codes').select('code_hash').execute();
  expect(kept).toEqual([{ code_hash: 'own' }]);
});
