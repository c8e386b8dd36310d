import { type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#server/orders/tables.ts';

/**
 * Columns that are unique together and never null. Without an index in this order, each page sorts
 * all rows.
 */
interface Order {
  columns: readonly string[];
  direction: 'asc' | 'desc';
}

const newestFirst: Order = { columns: ['created_at', 'id'], direction: 'desc' };

/** Small, since a message may have 20,000 characters. */
const pageLength = 100;

/**
 * Reads a query on one table a page at a time: a customer, or someone writing in their name, may
 * have stored more than fits in memory.
 */
export async function* readInPages<Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { columns, direction }: Order = newestFirst,
): AsyncGenerator<Row[]> {
  const names = columns.map((name) => sql.ref(name));
  const texts = sql.join(names.map((name) => sql`${name}::text`));
  const key = sql.join(names);
  // As text, since a JavaScript Date has no microseconds.
  const pages = names
    .reduce((ordered, name) => ordered.orderBy(name, direction), query)
    .select(sql<string[]>`array[${texts}]`.as('place'))
    .limit(pageLength);
  let last: string[] | undefined;
  do {
    const further = sql<boolean>`(${key}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(last ?? [])})`;
    const rows = await (last ? pages.where(further) : pages).execute();
    last = rows.length === pageLength ? rows.at(-1)?.place : undefined;
    yield rows.map(({ place: _, ...row }) => row as unknown as Row);
  } while (last);
}

/** Maps each row of the pages. */
export async function* mapPages<Row, Other>(
  pages: AsyncIterable<readonly Row[]>,
  change: (row: Row) => Other,
): AsyncGenerator<Other[]> {
  for await (const rows of pages) yield rows.map(change);
}
