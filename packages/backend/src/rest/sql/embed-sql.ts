import { type EmbeddedNode, isGrouped, outputName, type ReadNode } from '../plan/read-node.ts';
import type { SelectedField } from '../query/query-ast.ts';
import { notImplemented } from '../respond/request-errors.ts';
import { identifier } from './sql-text.ts';

/** `read-sql.ts` passes its own function in, which writes the SELECT of embedded relations. */
type ReadSql = (node: ReadNode) => string;

/** The lateral subquery that joins an embedded relation to its parent's row. */
export function embedJoin(child: EmbeddedNode, readSql: ReadSql): string {
  const { lateral, join } = child;
  if (child.isToOne) {
    const subquery = readSql(child.spread ? withoutAggregates(child) : child);
    return `${join} join lateral (${subquery}) as ${lateral} on true`;
  }
  const rows = child.spread ? spreadRows(child, readSql) : { sql: readSql(child), outputs: [] };
  const aggregated = [`json_agg(${lateral}) as ${lateral}`, ...rows.outputs].join(', ');
  const on = join === 'inner' ? `${lateral}.${lateral} is not null` : 'true';
  return `${join} join lateral (select ${aggregated} from (${rows.sql}) as ${lateral}) as ${lateral} on ${on}`;
}

/** What the parent selects from an embedded relation: one JSON column, or its columns if spread. */
export function embedOutputs(child: EmbeddedNode, inGroups: boolean): string[] {
  const { lateral } = child;
  if (child.spread) return spreadOutputs(child).map((output) => spreadSql(lateral, output));
  if (isEmpty(child)) return [];
  const name = identifier(outputName(child));
  // Beside an aggregate it becomes part of the GROUP BY, and json values can't be compared.
  const type = inGroups ? '::jsonb' : '';
  return child.isToOne
    ? [`row_to_json(${lateral}.*)${type} as ${name}`]
    : [`coalesce(${lateral}.${lateral}, '[]')${type} as ${name}`];
}

/** `relation()` only filters and returns nothing. */
export function isEmpty(child: EmbeddedNode): boolean {
  return child.fields.length === 0 && child.children.every(isEmpty);
}

interface SpreadOutput {
  name: string;
  alias?: string;
  aggregate?: SelectedField['aggregate'];
  aggregateCast?: string;
}

/** An aggregate inside a to-one spread applies to the row it is hoisted to. */
export function spreadOutputs(child: EmbeddedNode): SpreadOutput[] {
  const own = child.fields.map((field): SpreadOutput => {
    const name = field.alias ?? field.aggregate ?? field.field.name;
    if (!child.isToOne || !field.aggregate) return { name };
    return { name, alias: name, aggregate: field.aggregate, aggregateCast: field.aggregateCast };
  });
  const nested = child.children.flatMap((grandchild): SpreadOutput[] => {
    if (grandchild.spread) return spreadOutputs(grandchild);
    return isEmpty(grandchild) ? [] : [{ name: outputName(grandchild) }];
  });
  return [...own, ...nested];
}

function spreadSql(lateral: string, output: SpreadOutput): string {
  const column = output.name === '*' ? `${lateral}.*` : `${lateral}.${identifier(output.name)}`;
  if (!output.aggregate) return column;
  const aggregated = `${output.aggregate}(${column})`;
  const cast = output.aggregateCast ? `cast(${aggregated} as ${output.aggregateCast})` : aggregated;
  return `${cast} as ${identifier(output.alias ?? output.name)}`;
}

/** The subquery of a to-one spread returns plain columns; the parent aggregates them. */
function withoutAggregates(child: EmbeddedNode): EmbeddedNode {
  return {
    ...child,
    fields: child.fields.map((field) => {
      if (!field.aggregate) return field;
      const alias = field.alias ?? field.aggregate;
      return { ...field, alias, aggregate: undefined, aggregateCast: undefined };
    }),
  };
}

/** A to-many spread returns one JSON array per column, all in the requested order. */
function spreadRows(child: EmbeddedNode, readSql: ReadSql): { sql: string; outputs: string[] } {
  if (isGrouped(child)) {
    throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.');
  }
  const outputs = spreadOutputs(child).map(({ name }) => {
    const column = `${child.lateral}.${identifier(name)}`;
    return `coalesce(json_agg(${column}), '[]') as ${identifier(name)}`;
  });
  return { sql: readSql(child), outputs };
}
