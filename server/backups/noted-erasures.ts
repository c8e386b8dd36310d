import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tables } from '#server/orders/tables.ts';
import type { BackupPlace } from './backup-place.ts';

/**
 * Deleted accounts are noted beside the backups, by an empty file named after time and id, because a
 * backup made before still holds them and the shop's own note of it may be lost with the shop.
 */
const pattern = /^livfit-erased-(\d+)-([0-9a-f-]{36})$/;

export interface NotedErasure {
  name: string;
  accountId: string;
  at: Date;
}

export function listErasures(names: readonly string[]): NotedErasure[] {
  return names.flatMap((name) => {
    const [, time, accountId] = pattern.exec(name) ?? [];
    return accountId ? [{ name, accountId, at: new Date(Number(time)) }] : [];
  });
}

/** Notes what was deleted since the last time. */
export async function noteErasures(db: Tables, place: BackupPlace): Promise<void> {
  const erasures = await db
    .selectFrom('private.erasures')
    .select(['account_id', 'erased_at'])
    .where('noted_at', 'is', null)
    .execute();
  for (const { account_id, erased_at } of erasures) {
    const empty = path.join(tmpdir(), `livfit-${randomUUID()}`);
    await writeFile(empty, '', { mode: 0o600 });
    try {
      await place.keep(`livfit-erased-${erased_at.getTime()}-${account_id}`, empty);
    } finally {
      await rm(empty, { force: true });
    }
    await db
      .updateTable('private.erasures')
      .set({ noted_at: new Date() })
      .where('account_id', '=', account_id)
      .execute();
  }
}
