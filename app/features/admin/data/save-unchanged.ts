import { isUuid } from '#domain/uuid.ts';
import type { Database } from '#supabase/database.gen.ts';
import type { AdminCalls, RowOf } from './use-admin-calls.ts';

/** Tables whose rows record when they were last saved. */
export type EditedTable =
  | 'products'
  | 'blog_posts'
  | 'testimonials'
  | 'partners'
  | 'orders'
  | 'batches'
  | 'code_alerts'
  | RuleTable;

/** Plus those whose key is the id of what they belong to. */
export type SavedTable = EditedTable | 'product_requirements';

const keyOf = (table: SavedTable) =>
  (table === 'product_requirements' ? 'product_id' : 'id') as 'id';

/** The owner's selling rules: tables small enough to be read whole. */
export type RuleTable = 'delivery_zones' | 'delivery_rates' | 'tax_rates' | 'discounts';

export type Saved<T extends SavedTable> =
  | { outcome: 'saved'; row: RowOf<T> }
  /** Somebody else saved first; null if the row is gone. */
  | { outcome: 'conflict'; theirs: RowOf<T> | null };

/** Updates a row if it is still as it was loaded. Throws AdminFailure if the server refuses the values. */
export async function saveUnchanged<T extends SavedTable>(
  calls: AdminCalls,
  table: T,
  loaded: { id: string; updated_at: string },
  changes: Database['public']['Tables'][T]['Update'],
): Promise<Saved<T>> {
  const rows = (await calls.run((tables) =>
    tables
      .from(table as 'products')
      .update(changes as Database['public']['Tables']['products']['Update'])
      .eq(keyOf(table), loaded.id)
      .eq('updated_at', loaded.updated_at)
      .select(),
  )) as unknown as RowOf<T>[];
  if (rows[0]) return { outcome: 'saved', row: rows[0] };
  return { outcome: 'conflict', theirs: await readRow(calls, table, loaded.id) };
}

/**
 * The same for a form whose earlier save may have succeeded without a response (`sent`: see {@link
 * saveOverStored}).
 */
export async function saveOverOwn<T extends SavedTable>(
  calls: AdminCalls,
  table: T,
  loaded: { id: string; updated_at: string },
  changes: Database['public']['Tables'][T]['Update'],
  sent: readonly object[],
): Promise<Saved<T>> {
  const saved = await saveUnchanged(calls, table, loaded, changes);
  return saved.outcome === 'saved'
    ? saved
    : saveOverStored(calls, table, { id: loaded.id, stored: saved.theirs }, changes, sent);
}

/**
 * Treats the stored row as the form's own if it equals what the form is sending or has sent before
 * (`sent`), and then saves over it; anything else was saved by somebody else.
 */
export async function saveOverStored<T extends SavedTable>(
  calls: AdminCalls,
  table: T,
  { id, stored }: { id: string; stored: RowOf<T> | null },
  changes: Database['public']['Tables'][T]['Update'],
  sent: readonly object[],
): Promise<Saved<T>> {
  if (!stored) return { outcome: 'conflict', theirs: null };
  if (hasValues(stored, changes)) return { outcome: 'saved', row: stored };
  if (!sent.some((values) => hasValues(stored, values)))
    return { outcome: 'conflict', theirs: stored };
  return saveUnchanged(calls, table, { id, updated_at: stored.updated_at }, changes);
}

/**
 * Of a row whose id the form chose itself: nobody has saved it since it was inserted, by this form, before a reload
 * too.
 */
export function isAsInserted(row: { created_at: string; updated_at: string }): boolean {
  return row.created_at === row.updated_at;
}

/** Whether the row is as it was sent. */
export function hasValues(row: object, values: object): boolean {
  const stored = row as Record<string, unknown>;
  return Object.entries(values).every(
    ([name, value]) => value === undefined || isSame(stored[name], value),
  );
}

/** The database formats timestamps and orders the keys of objects in its own way. */
function isSame(stored: unknown, sent: unknown): boolean {
  if (stored === sent) return true;
  if (typeof stored === 'string' && typeof sent === 'string') {
    return isMoment.test(stored) && isMoment.test(sent) && Date.parse(stored) === Date.parse(sent);
  }
  if (typeof stored !== 'object' || typeof sent !== 'object' || !stored || !sent) {
    return stored !== null && sent !== null && String(stored) === String(sent);
  }
  const size = Object.keys(stored).length;
  return size === Object.keys(sent).length && hasValues(stored, sent);
}

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Under which the editor of a row holds it as it was read or saved last. */
export const rowKey = (table: EditedTable, id: string) => ['row', table, id] as const;

/** One row by its id; null when there is none. */
export async function readRow<T extends SavedTable>(
  calls: AdminCalls,
  table: T,
  id: string,
): Promise<RowOf<T> | null> {
  // For a mistyped URL: the database would reject the comparison.
  if (!isUuid(id)) return null;
  const rows = await calls.run((tables) =>
    tables
      .from(table as 'products')
      .select()
      .eq(keyOf(table), id),
  );
  return (rows as unknown as RowOf<T>[])[0] ?? null;
}
