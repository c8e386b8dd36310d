import { LRUCache } from 'lru-cache';
import type { Database, RequestContext } from '../../database/database.ts';
import type { ReadNode } from '../plan/read-node.ts';
import type { Condition } from '../query/query-ast.ts';
import { maximumSearchCost, operationCost, searchedBytes } from '../query/search-cost.ts';
import { searchedTextTooLong } from '../respond/request-errors.ts';
import type { Table } from '../schema/schema.ts';
import { identifier, literal, qualified } from '../sql/sql-text.ts';

/** A search in a column's text, and its cost per `searchedBytes` of text. */
export interface Search {
  table: Table;
  column: string;
  cost: number;
}

/** The searches of a request; `conditions` are those on the root that aren't part of its read. */
export function searchesOf(root: ReadNode, conditions: readonly Condition[] = []): Search[] {
  const { table } = root;
  const own = table
    ? [...root.conditions, ...conditions].flatMap((condition) => inTable(table, condition))
    : [];
  return [...own, ...root.children.flatMap((child) => searchesOf(child))];
}

function inTable(table: Table, condition: Condition): Search[] {
  if (condition.kind === 'group') {
    return condition.members.flatMap((member) => inTable(table, member));
  }
  const cost = operationCost(condition.operation);
  return cost > 0 ? [{ table, column: condition.field.name, cost }] : [];
}

/** Rejects with RestError PGRST100 if the text to search is too long for the searches. */
export type BoundSearches = (
  searches: readonly Search[],
  context: Pick<RequestContext, 'caller' | 'role'>,
) => Promise<void>;

/** Milliseconds. Text grows slowly in a shop, so it isn't measured again for each search. */
const measuredForMs = 60_000;

/**
 * Limits what callers may search on the embedded database. Canceling a statement there means
 * restarting the database, which makes everybody wait, so searches that could take too long are
 * refused before they run. PostgreSQL cancels one right away without affecting other callers.
 */
export function createSearchBound(database: Database): BoundSearches {
  const sizes = new LRUCache<string, number>({ max: 1_000, ttl: measuredForMs });

  /** Until the size is known, each caller measures it in its own turn: nobody waits for somebody else's. */
  async function bytesOf({ table, column }: Search, role: string, caller: string): Promise<number> {
    const text = measurement(table, column, role);
    const known = sizes.get(text);
    if (known !== undefined) return known;
    const { rows } = await database.query<{ bytes: number }>({ text }, { caller });
    const bytes = rows[0]?.bytes ?? 0;
    sizes.set(text, bytes);
    return bytes;
  }

  return async (searches, { caller, role }) => {
    if (database.kind !== 'pglite' || caller === undefined) return;
    let cost = 0;
    for (const search of searches) {
      const bytes = await bytesOf(search, role, caller);
      cost += (search.cost * bytes) / searchedBytes;
    }
    if (cost > maximumSearchCost) throw searchedTextTooLong();
  };
}

const texts = new Set(['text', 'character varying', 'character']);

/**
 * SQL that measures a column in bytes, or the whole table for a computed column. Yields 0 for a
 * column the role may not read: PostgreSQL refuses that search anyway, and nobody should wait for
 * its size or learn it.
 */
function measurement(table: Table, name: string, role: string): string {
  const relation = qualified(table.schema, table.name);
  const column = table.columns.get(name);
  if (!column) return `select pg_table_size(${literal(relation)})::float8 as bytes`;
  const size = texts.has(column.baseType) ? 'octet_length' : 'pg_column_size';
  const asked = [role, relation, name].map(literal).join(', ');
  return `select case when has_column_privilege(${asked}, 'select')
    then (select coalesce(sum(${size}(${identifier(name)})), 0) from ${relation}) else 0 end::float8 as bytes`;
}
