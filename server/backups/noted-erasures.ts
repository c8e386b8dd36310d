import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tables } from '#server/orders/tables.ts';
import type { BackupPlace } from './backup-place.ts';

/**
 * Each erasure is recorded next to the backups as an empty file, named after the time and the
 * account's id or the hash of a guest's address: earlier backups still contain that person, and the
 * shop's own record of the erasure may be lost with the shop.
 */
const pattern = /^livfit-erased-(?:(\d+)-([0-9a-f-]{36})|guest-(\d+)-([0-9a-f]{64}))$/;

export interface RecordedErasure {
  name: string;
  at: Date;
  /** Null for a guest. */
  accountId: string | null;
  /** As computed by `private.hash_erased_address`; null for an account. */
  addressHash: string | null;
}

export function listErasures(names: readonly string[]): RecordedErasure[] {
  return names.flatMap((name) => {
    const found = pattern.exec(name);
    if (!found) return [];
    const [, accountTime, accountId = null, guestTime, addressHash = null] = found;
    return [{ name, at: new Date(Number(accountTime ?? guestTime)), accountId, addressHash }];
  });
}

/**
 * Records everyone erased since the last time: not an account whose deletion is under way, which
 * its owner may yet go on using.
 */
export async function recordErasures(db: Tables, place: BackupPlace): Promise<void> {
  const accounts = await db
    .selectFrom('private.erasures')
    .select(['account_id', 'erased_at'])
    .where('noted_at', 'is', null)
    .where('under_way', '=', false)
    .execute();
  for (const { account_id, erased_at } of accounts) {
    await keepEmpty(place, `livfit-erased-${erased_at.getTime()}-${account_id}`);
    await db
      .updateTable('private.erasures')
      .set({ noted_at: new Date() })
      .where('account_id', '=', account_id)
      .execute();
  }
  const guests = await db
    .selectFrom('private.erased_guests')
    .select(['address_hash', 'erased_at'])
    .where('noted_at', 'is', null)
    .execute();
  for (const { address_hash, erased_at } of guests) {
    await keepEmpty(place, `livfit-erased-guest-${erased_at.getTime()}-${address_hash}`);
    await db
      .updateTable('private.erased_guests')
      .set({ noted_at: new Date() })
      .where('address_hash', '=', address_hash)
      .execute();
  }
}

async function keepEmpty(place: BackupPlace, name: string): Promise<void> {
  const empty = path.join(tmpdir(), `livfit-${randomUUID()}`);
  await writeFile(empty, '', { mode: 0o600 });
  try {
    await place.keep(name, empty);
  } finally {
    await rm(empty, { force: true });
  }
}
