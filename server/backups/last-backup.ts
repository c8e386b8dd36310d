import { sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from '#server/orders/tables.ts';

/** The newest backup that the shop knows about. */
export interface LastBackup {
  /** When it was started. */
  at: Date;
  /** Where it is stored. */
  to: string;
  bytes: number;
}

export interface FailedBackup {
  at: Date;
  reason: string;
}

const lastKey = 'last_backup';
const failureKey = 'failed_backup';
const last = z.object({ at: z.coerce.date(), to: z.string(), bytes: z.number() });
const failure = z.object({ at: z.coerce.date(), reason: z.string() });

/** Also clears an earlier failure, which no longer matters. */
export async function recordBackup(db: Tables, backup: LastBackup): Promise<void> {
  await store(db, lastKey, backup);
  await clearFailedBackup(db);
}

export async function clearFailedBackup(db: Tables): Promise<void> {
  await sql`delete from private.settings where key = ${failureKey}`.execute(db);
}

export async function recordFailedBackup(db: Tables, failed: FailedBackup): Promise<void> {
  await store(db, failureKey, failed);
}

/** Null if none was made. */
export async function readLastBackup(db: Tables): Promise<LastBackup | null> {
  const value = await read(db, lastKey);
  return value === null ? null : last.parse(JSON.parse(value));
}

/** Null unless the latest attempt failed. */
export async function readFailure(db: Tables): Promise<FailedBackup | null> {
  const value = await read(db, failureKey);
  return value === null ? null : failure.parse(JSON.parse(value));
}

async function store(db: Tables, key: string, value: object): Promise<void> {
  await sql`insert into private.settings (key, value) values (${key}, ${JSON.stringify(value)})
    on conflict (key) do update set value = excluded.value`.execute(db);
}

async function read(db: Tables, key: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`
    select value from private.settings where key = ${key}`.execute(db);
  return rows[0]?.value ?? null;
}
