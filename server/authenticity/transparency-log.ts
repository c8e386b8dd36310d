import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';
import { type AuthenticityKey, sha256 } from './authenticity-secrets.ts';
import { canonicalForm, signDetached } from './sign.ts';

export type PublicationKind = 'release' | 'correction' | 'recall';

/** An entry as published; its hash is that of its RFC 8785 form. */
export interface LogEntry {
  seq: number;
  at: string;
  kind: string;
  batch: string;
  revision: number;
  /** SHA-256 of the passport's RFC 8785 form, without its signature. */
  passport: string;
  /** The previous entry's hash; all zeros for the first. */
  previous: string;
}

export interface TransparencyLog {
  entries: LogEntry[];
  /**
   * The log's length and its last entry's hash, signed when that entry was added; null if the log
   * is empty.
   */
  head: { size: number; sha256: string; signature: string } | null;
}

const beginning = '0'.repeat(64);

/**
 * Locks the log against other additions until the transaction ends; returns the next entry's
 * number.
 */
export async function reserveEntry(tx: Tables): Promise<{ seq: number; previous: string }> {
  await sql`select pg_advisory_xact_lock(hashtext('transparency_log'))`.execute(tx);
  const last = await tx
    .selectFrom('transparency_log')
    .select(['seq', 'sha256'])
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  return { seq: Number(last?.seq ?? 0) + 1, previous: last?.sha256 ?? beginning };
}

export async function appendEntry(
  tx: Tables,
  key: AuthenticityKey,
  entry: LogEntry,
): Promise<void> {
  const hash = sha256(canonicalForm(entry));
  await tx
    .insertInto('transparency_log')
    .values({
      seq: entry.seq,
      at: entry.at,
      kind: entry.kind,
      batch: entry.batch,
      revision: entry.revision,
      passport_sha256: entry.passport,
      previous_sha256: entry.previous,
      sha256: hash,
      head_signature: await signDetached(key, canonicalForm({ size: entry.seq, sha256: hash })),
    })
    .execute();
}

export async function readLog(db: Tables): Promise<TransparencyLog> {
  const rows = await db.selectFrom('transparency_log').selectAll().orderBy('seq').execute();
  const last = rows.at(-1);
  return {
    entries: rows.map((row) => ({
      seq: Number(row.seq),
      at: row.at.toISOString(),
      kind: row.kind,
      batch: row.batch,
      revision: row.revision,
      passport: row.passport_sha256,
      previous: row.previous_sha256,
    })),
    head: last
      ? { size: Number(last.seq), sha256: last.sha256, signature: last.head_signature }
      : null,
  };
}
