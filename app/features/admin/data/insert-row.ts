import type { Database } from '#supabase/database.gen.ts';
import { AdminFailure } from './admin-failure.ts';
import { type EditedTable, readRow, saveUnchanged } from './save-unchanged.ts';
import type { AdminCalls, RowOf } from './use-admin-calls.ts';

/**
 * Inserts one row under an id of the caller's and answers it as stored. Asked again with the same id
 * (the first answer was lost), it saves the values over the row that is there. Throws AdminFailure.
 */
export async function insertRow<T extends EditedTable>(
  calls: AdminCalls,
  table: T,
  row: Database['public']['Tables'][T]['Insert'] & { id: string },
): Promise<RowOf<T>> {
  try {
    const rows = await calls.run((tables) =>
      tables
        .from(table as 'products')
        .insert(row as Database['public']['Tables']['products']['Insert'])
        .select(),
    );
    return rows[0] as unknown as RowOf<T>;
  } catch (error) {
    if (!(error instanceof AdminFailure && error.code === '23505')) throw error;
    const stored = await readRow(calls, table, row.id);
    if (!stored) throw error;
    const saved = await saveUnchanged(calls, table, stored, row as never);
    if (saved.outcome === 'conflict') throw error;
    return saved.row;
  }
}
