import { isUuid } from '#domain/uuid.ts';
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

/**
 * The same for a form that may have been saved without hearing of it: what is stored is its own where it is what the
 * form sends, or has sent before (`sent`), and then it is saved over.
 */
export async function saveOverOwn<T extends EditedTable>(
  calls: AdminCalls,
  table: T,
  loaded: { id: string; updated_at: string },
  changes: Database['public']['Tables'][T]['Update'],
  sent: readonly object[],
): Promise<Saved<T>> {
  const saved = await saveUnchanged(calls, table, loaded, changes);
  if (saved.outcome === 'saved' || !saved.theirs) return saved;
  const { theirs } = saved;
  if (holds(theirs, changes)) return { outcome: 'saved', row: theirs };
  return sent.some((values) => holds(theirs, values))
    ? saveUnchanged(calls, table, theirs, changes)
    : saved;
}

/** Whether the row is as it was sent. */
export function holds(row: object, values: object): boolean {
  const stored = row as Record<string, unknown>;
  return Object.entries(values).every(
    ([name, value]) => value === undefined || isSame(stored[name], value),
  );
}

/** The database writes moments and the keys of an object in its own way. */
function isSame(stored: unknown, sent: unknown): boolean {
  if (stored === sent) return true;
  if (typeof stored === 'string' && typeof sent === 'string') {
    return isMoment.test(stored) && isMoment.test(sent) && Date.parse(stored) === Date.parse(sent);
  }
  if (typeof stored !== 'object' || typeof sent !== 'object' || !stored || !sent) {
    return stored !== null && sent !== null && String(stored) === String(sent);
  }
  const size = Object.keys(stored).length;
  return size === Object.keys(sent).length && holds(stored, sent);
}

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** One row by its id; null when there is none. */
export async function readRow<T extends EditedTable>(
  calls: AdminCalls,
  table: T,
  id: string,
): Promise<RowOf<T> | null> {
  // Of an address that somebody mistyped: the database would refuse the comparison.
  if (!isUuid(id)) return null;
  const rows = await calls.run((tables) =>
    tables
      .from(table as 'products')
      .select()
      .eq('id', id),
  );
  return (rows as unknown as RowOf<T>[])[0] ?? null;
}
