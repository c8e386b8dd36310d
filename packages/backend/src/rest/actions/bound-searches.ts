import { LRUCache } from 'lru-cache';
import type { Database, RequestContext } from '../../database/database.ts';
import type { ReadNode } from '../plan/read-node.ts';
import type { Condition } from '../query/query-ast.ts';
import { maximumSearchCost, operationCost, searchedBytes } from '../query/search-cost.ts';
import { searchedTextTooLong } from '../respond/request-errors.ts';
import type { Table } from '../schema/schema.ts';
import { identifier, literal, qualified } from '../sql/sql-text.ts';

/** One search in a column's texts, and what it costs for `searchedBytes` of them. */
export interface Search {
  table: Table;
  column: string;
  cost: number;
}

/** The searches of a request; `conditions` are those on the root that its read does not hold. */
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

/** Rejects with RestError PGRST100 where the texts to be searched are too long for the searches. */
export type BoundSearches = (
  searches: readonly Search[],
  context: Pick<RequestContext, 'caller' | 'role'>,
) => Promise<void>;

/** A text grows by an owner's hand; a shop's are not measured again for each search. */
const keptFor = 60_000;

/**
 * Bounds what callers search on the embedded database. What takes too long there is ended by starting
 * the database again, for which everybody waits, so such a search is refused before it runs.
 * PostgreSQL ends it at once and for its caller alone.
 */
export function createSearchBound(database: Database): BoundSearches {
  const sizes = new LRUCache<string, number>({ max: 1_000, ttl: keptFor });

  /** Until it is known each caller measures in its own turn: nobody waits for another's. */
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
 * SQL of the bytes in a column; of what is computed for each row, those of the table. Nothing of what the
 * role may not read: PostgreSQL refuses the search, and nobody waits for its size or learns it.
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
