import type { Database } from '#supabase/database.gen.ts';
import type { AdminCalls, RowOf } from './use-admin-calls.ts';

/** Tables whose rows say when they were last saved. */
export type EditedTable =
  | 'products'
  | 'blog_posts'
  | 'testimonials'
  | 'partners'
  | 'orders'
  | 'batches'
  | RuleTable;

/** Tables of the owner's rules of selling: short enough to be read whole. */
export type RuleTable = 'delivery_zones' | 'delivery_rates' | 'tax_rates' | 'discounts';

export type Saved<T extends EditedTable> =
  | { outcome: 'saved'; row: RowOf<T> }
  /** Somebody else saved first; null: it is gone. */
  | { outcome: 'conflict'; theirs: RowOf<T> | null };

/**
 * Updates a row if it still is as it was loaded. Throws AdminFailure when the server refuses the
 * values themselves.
 */
export async function saveUnchanged<T extends EditedTable>(
  calls: AdminCalls,
  table: T,
  loaded: { id: string; updated_at: string },
  changes: Database['public']['Tables'][T]['Update'],
): Promise<Saved<T>> {
  const rows = (await calls.run((tables) =>
    tables
      .from(table as 'products')
      .update(changes as Database['public']['Tables']['products']['Update'])
      .eq('id', loaded.id)
      .eq('updated_at', loaded.updated_at)
      .select(),
  )) as unknown as RowOf<T>[];
  if (rows[0]) return { outcome: 'saved', row: rows[0] };
  return { outcome: 'conflict', theirs: await readRow(calls, table, loaded.id) };
}

/** What a form makes of the answer: its own values, stored by a save whose answer was lost, are saved. */
export function knowOwn<T extends EditedTable>(saved: Saved<T>, changes: object): Saved<T> {
  if (saved.outcome === 'saved' || !saved.theirs) return saved;
  const stored = saved.theirs as Record<string, unknown>;
  const isOwn = Object.entries(changes).every(
    ([name, value]) => JSON.stringify(stored[name]) === JSON.stringify(value),
  );
  return isOwn ? { outcome: 'saved', row: saved.theirs } : saved;
}

/** One row by its id; null when there is none. */
export async function readRow<T extends EditedTable>(
  calls: AdminCalls,
  table: T,
  id: string,
): Promise<RowOf<T> | null> {
  const rows = await calls.run((tables) =>
    tables
      .from(table as 'products')
      .select()
      .eq('id', id),
  );
  return (rows as unknown as RowOf<T>[])[0] ?? null;
}
