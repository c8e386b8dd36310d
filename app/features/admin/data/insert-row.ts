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
 * Inserts one row under an id of the caller's and answers it as stored. Asked again with the same id
 * (the first answer was lost), it saves the values over the row that is there, unless that was saved
 * again meanwhile by others than the form, which has sent `sent` before. Throws AdminFailure.
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
