import type { Database } from '#supabase/database.gen.ts';
import type { EditedTable } from './save-unchanged.ts';
import type { AdminCalls, RowOf } from './use-admin-calls.ts';

/** Inserts one row and answers it as stored. Throws AdminFailure. */
export async function insertRow<T extends EditedTable>(
  calls: AdminCalls,
  table: T,
  row: Database['public']['Tables'][T]['Insert'],
): Promise<RowOf<T>> {
  const rows = await calls.run((tables) =>
    tables
      .from(table as 'products')
      .insert(row as Database['public']['Tables']['products']['Insert'])
      .select(),
  );
  return rows[0] as unknown as RowOf<T>;
}
