import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/** Rows per statement: a longer one would block everybody else on the embedded database. */
const rowsOfStep = 500;

/** A table with the key `id`, which of its rows to change, and how. */
export interface ChunkedUpdate {
  table: string;
  /** The rows to change. */
  matches: RawBuilder<boolean>;
  /** Starts after this key, if given. */
  after?: string | null;
  /** Rows read per statement; `rowsOfStep` by default. */
  rows?: number;
  /** Changes or deletes the rows with these keys. */
  change: (ids: readonly string[]) => Promise<unknown>;
  signal?: AbortSignal | undefined;
}

/**
 * Reads the table by key, a few rows per statement, and changes those that match. Runs outside a
 * transaction, so others get their turn in between. Returns the last key it read, from which to
 * continue.
 */
export async function updateInChunks(db: Tables, steps: ChunkedUpdate): Promise<string | null> {
  const { table, matches, rows = rowsOfStep, change, signal } = steps;
  let last = steps.after ?? null;
  while (!signal?.aborted) {
    const part = await sql<{ last: string | null; found: string[] }>`
      select (array_agg(id order by id desc))[1]::text as last,
        coalesce(array_agg(id::text) filter (where matches), '{}') as found
      from (
        select id, (${matches}) as matches from ${sql.table(table)}
        where ${last === null ? sql`true` : sql`id > ${last}`} order by id limit ${sql.lit(rows)}
      ) as part`.execute(db);
    const [read] = part.rows;
    if (!read || read.last === null) break;
    if (read.found.length > 0) await change(read.found);
    last = read.last;
  }
  return last;
}
