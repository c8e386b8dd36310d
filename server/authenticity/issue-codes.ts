import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { unitCodeOf } from '#domain/unit-code.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { hmac } from './authenticity-secrets.ts';
import { recordKey } from './known-keys.ts';

export const maxCodesAtOnce = 10_000;

export type IssuedCodes =
  | { kind: 'issued'; codes: string[]; keyId: string }
  | { kind: 'batch_not_found' }
  | { kind: 'batch_closed'; status: string };

/**
 * Creates unit codes for a batch. The codes are returned here and stored nowhere; the log says who
 * got them.
 */
export async function issueCodes(
  { db, keys: [key] }: Pick<AuthenticityContext, 'db' | 'keys'>,
  { batchId, count, by }: { batchId: string; count: number; by: string | null },
): Promise<IssuedCodes> {
  return db.transaction().execute(async (tx): Promise<IssuedCodes> => {
    const batch = await tx
      .selectFrom('batches')
      .select(['code', 'status'])
      .where('id', '=', batchId)
      .forKeyShare()
      .executeTakeFirst();
    if (!batch) return { kind: 'batch_not_found' };
    if (batch.status === 'blocked' || batch.status === 'recalled') {
      return { kind: 'batch_closed', status: batch.status };
    }
    await recordKey(tx, key);
    const codes: string[] = [];
    while (codes.length < count) {
      // A code that already exists (odds of 1 in 10¹⁵) is generated again.
      const made = new Map(
        Array.from({ length: count - codes.length }, () => {
          const code = unitCodeOf(randomBytes(7));
          return [hmac(key.unitKey, code), code];
        }),
      );
      const { rows } = await sql<{ code_hmac: string }>`
        insert into public.unit_codes (batch_id, code_hmac, key_id)
        select ${batchId}::uuid, made, ${key.id} from unnest(${[...made.keys()]}::text[]) as made
        on conflict (code_hmac) do nothing returning code_hmac`.execute(tx);
      codes.push(...rows.map(({ code_hmac }) => made.get(code_hmac) ?? ''));
    }
    await recordUnits(tx, {
      by,
      action: 'insert',
      rowId: batchId,
      after: { count, batch: batch.code, key_id: key.id },
    });
    return { kind: 'issued', codes, keyId: key.id };
  });
}

/**
 * A single change log entry for something that affects many rows, or rows whose content doesn't
 * belong in the log.
 */
export async function recordUnits(
  tx: Tables,
  line: { by: string | null; action: 'insert' | 'update'; rowId: string; after: object },
): Promise<void> {
  await sql`insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, after)
    values (${line.by}, (select email from auth.users where id = ${line.by}::uuid), ${line.action},
      'unit_codes', ${line.rowId}, ${JSON.stringify(line.after)}::jsonb)`.execute(tx);
}
