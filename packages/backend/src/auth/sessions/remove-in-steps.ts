import type { Queryable } from '../../database/database.ts';

/** Rows of one statement: a long one would block the embedded database. */
const MOST_AT_ONCE = 1000;

export interface Removal {
  table: string;
  /** Which rows, by `$1`. */
  condition: string;
  /** What `$1` stands for. */
  value: string;
  /** The table's key; `id` unless given. */
  key?: string;
}

/**
 * Deletes the rows a thousand at a time, until none is left or `signal` asks to stop. Outside a transaction others
 * get their turns in between. Returns how many rows went.
 */
export async function removeInSteps(
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
