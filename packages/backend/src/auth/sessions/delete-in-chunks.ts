import type { Queryable } from '../../database/database.ts';

/** Rows per statement: a long one would block the embedded database. */
const MOST_AT_ONCE = 1000;

export interface Removal {
  table: string;
  /** Selects the rows; may use `$1`. */
  condition: string;
  /** The value of `$1`. */
  value: string;
  /** The table's key; `id` by default. */
  key?: string;
}

/**
 * Deletes the rows a thousand at a time, until none is left or `signal` is aborted. Outside a
 * transaction, other calls get their turn in between. Returns how many rows were deleted.
 */
export async function deleteInChunks(
  db: Queryable,
  { table, condition, value, key = 'id' }: Removal,
  signal?: AbortSignal,
): Promise<number> {
  const text = `delete from ${table} where ${key} in (
    select ${key} from ${table} where ${condition} limit ${MOST_AT_ONCE})`;
  let removed = 0;
  let taken = MOST_AT_ONCE;
  while (taken === MOST_AT_ONCE && !signal?.aborted) {
    taken = (await db.query({ text, values: [value] })).rowCount;
    removed += taken;
  }
  return removed;
}
