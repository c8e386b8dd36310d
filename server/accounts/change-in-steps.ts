import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/** Of one statement: a longer one would keep everybody waiting on the embedded database. */
const rowsOfStep = 500;

/** A table with its key `id`, the rows that are to change, and how. */
export interface Steps {
  table: string;
  /** Which rows. */
  matches: RawBuilder<boolean>;
  /** Begins after this key, where given. */
  after?: string | null;
  /** Rows read by one statement; `rowsOfStep` unless given. */
  rows?: number;
  /** Changes or deletes the rows with these keys. */
  change: (ids: readonly string[]) => Promise<unknown>;
  signal?: AbortSignal | undefined;
}

/**
 * Reads the table by its key, a few rows a statement, and changes those that match: outside a transaction
 * others get their turns in between. Returns the last key that it read, to go on from.
 */
export async function changeInSteps(db: Tables, steps: Steps): Promise<string | null> {
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
