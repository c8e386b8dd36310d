import { hasValidCheckCharacter, readUnitCode } from '#domain/unit-code.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { hmac } from './authenticity-secrets.ts';
import { recordUnits } from './issue-codes.ts';

export type UnitChoice = { code: string } | { unitId: number };

export interface ChangedUnit {
  id: number;
  status: 'issued' | 'void';
  batch: string;
}

/**
 * Voids a unit's code, for example when a label was lost; `undo` makes it valid again. Null if
 * there is no such unit.
 */
export async function voidUnit(
  { db, keys }: Pick<AuthenticityContext, 'db' | 'keys'>,
  choice: UnitChoice,
  { undo, by }: { undo: boolean; by: string | null },
): Promise<ChangedUnit | null> {
  const status = undo ? 'issued' : 'void';
  const code = 'code' in choice ? readUnitCode(choice.code) : null;
  if ('code' in choice && (!code || !hasValidCheckCharacter(code))) return null;
  return db.transaction().execute(async (tx) => {
    let query = tx.updateTable('unit_codes').set({ status });
    query =
      'unitId' in choice
        ? query.where('id', '=', choice.unitId)
        : query.where(
            'code_hmac',
            'in',
            keys.map(({ unitKey }) => hmac(unitKey, code ?? '')),
          );
    const unit = await query.returning(['id', 'batch_id']).executeTakeFirst();
    if (!unit) return null;
    const batch = await tx
      .selectFrom('batches')
      .select('code')
      .where('id', '=', unit.batch_id)
      .executeTakeFirstOrThrow();
    await recordUnits(tx, { by, action: 'update', rowId: String(unit.id), after: { status } });
    return { id: Number(unit.id), status, batch: batch.code };
  });
}
