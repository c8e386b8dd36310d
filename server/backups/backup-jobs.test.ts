import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordErasedGuest } from '#server/accounts/erased-guests.ts';
import type { DB } from '#server/orders/tables.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { type TemporaryDirectory, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { backupJobs } from './backup-jobs.ts';
import { backupFileName } from './backup-name.ts';
import { type BackupPlace, openBackupPlace } from './backup-place.ts';
import { readFailure, readLastBackup } from './last-backup.ts';
import type { BackedUpShop } from './make-backup.ts';
import { listErasures } from './noted-erasures.ts';

let scratch: TemporaryDirectory;
let place: BackupPlace;
let database: Database;
let shop: BackedUpShop;
beforeAll(async () => {
  scratch = await temporaryDirectory();
  place = await openBackupPlace(`${scratch.path}/backups`, null);
  database = await openMigratedPglite();
  shop = {
    database,
    files: { makesRows: false, read: async () => null, write: async () => {} },
    secrets: async () => ({}),
    dataDir: scratch.path,
    recipient: null,
    report: () => {},
  };
});
afterAll(async () => {
  await database?.close();
  await scratch?.remove();
});

const db = () => createKysely<DB>(database);
const run = (name: string, into: BackupPlace, signal = new AbortController().signal) =>
  backupJobs(shop, db(), into)
    .find((job) => job.name === name)
    ?.run(signal);

it('notes why no backup could be made, until one is; and makes one a day', async () => {
  const full = { ...place, keep: () => Promise.reject(new Error('ENOSPC: no space left')) };
  await expect(run('backup', full)).rejects.toThrow('ENOSPC');
  expect(await readFailure(db())).toMatchObject({ reason: 'ENOSPC: no space left' });
  expect(await readLastBackup(db())).toBeNull();

  await run('backup', place);
  expect(await readFailure(db())).toBeNull();
  expect(await readLastBackup(db())).toMatchObject({ to: place.address });
  const made = await place.list();
  expect(made).toHaveLength(1);
  await run('backup', place);
  expect(await place.list()).toEqual(made);
  // A backup that has been removed no longer counts.
  await place.remove(made);
  await run('backup', place);
  expect(await place.list()).toHaveLength(1);
});

it('removes old ones only once the new one is there', async () => {
  const old = backupFileName(new Date('2020-01-01T00:00:00Z'), false);
  const names = new Set([old]);
  const failing: BackupPlace = {
    ...place,
    list: async () => [...names],
    keep: () => Promise.reject(new Error('the store is away')),
    remove: async (over) => {
      for (const name of over) names.delete(name);
    },
  };
  await expect(run('backup', failing)).rejects.toThrow();
  expect([...names]).toEqual([old]);
  await run('backup', { ...failing, keep: async (name) => void names.add(name) });
  expect(names.has(old)).toBe(false);
  expect(names.size).toBe(1);
});

it('stops when the shop does, without recording a failure', async () => {
  const closing = new AbortController();
  const never = { ...place, list: async () => [], keep: () => new Promise<void>(() => {}) };
  const running = run('backup', never, closing.signal);
  setTimeout(() => closing.abort(), 50);
  await running;
  expect(await readFailure(db())).toBeNull();
});

it('notes each deleted account and erased guest beside the backups, once', async () => {
  const id = '50000000-0000-4000-8000-000000000001';
  await database.query({
    text: 'insert into private.erasures (account_id) values ($1)',
    values: [id],
  });
  await recordErasedGuest(db(), 'ann@mail.example');
  const kept: string[] = [];
  const watched = { ...place, keep: async (name: string) => void kept.push(name) };
  await run('erasures', watched);
  await run('erasures', watched);
  expect(kept).toEqual([
    expect.stringMatching(new RegExp(`^livfit-erased-\\d{13}-${id}$`)),
    expect.stringMatching(/^livfit-erased-guest-\d{13}-[0-9a-f]{64}$/),
  ]);
  expect(listErasures(kept)).toMatchObject([
    { accountId: id, addressHash: null },
    { accountId: null, addressHash: expect.any(String) },
  ]);
});
