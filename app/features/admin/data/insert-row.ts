import type { Database } from '#supabase/database.gen.ts';
import { AdminFailure } from './admin-failure.ts';
import {
  type EditedTable,
  isAsInserted,
  readRow,
  type Saved,
  saveOverStored,
  saveUnchanged,
} from './save-unchanged.ts';
import type { AdminCalls, RowOf } from './use-admin-calls.ts';

/**
 * Inserts one row under an id chosen by the caller and returns it as stored. If called again with
 * the same id (the first response was lost), it updates the existing row, unless somebody else has
 * changed it since; `sent` is what this form has sent before. Throws AdminFailure.
 */
export async function insertRow<T extends EditedTable>(
  calls: AdminCalls,
  table: T,
  row: Database['public']['Tables'][T]['Insert'] & { id: string },
  sent: readonly object[] = [],
): Promise<Saved<T>> {
  try {
    const rows = await calls.run((tables) =>
      tables
        .from(table as 'products')
        .insert(row as Database['public']['Tables']['products']['Insert'])
        .select(),
    );
    return { outcome: 'saved', row: rows[0] as unknown as RowOf<T> };
  } catch (error) {
    if (!(error instanceof AdminFailure && error.code === '23505')) throw error;
    const stored = await readRow(calls, table, row.id);
    if (!stored) throw error;
    return isAsInserted(stored)
      ? saveUnchanged(calls, table, stored, row as never)
      : saveOverStored(calls, table, { id: row.id, stored }, row as never, sent);
  }
}
