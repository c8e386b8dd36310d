import { type EmbeddedNode, isGrouped, outputName, type ReadNode } from '../plan/read-node.ts';
import type { OrderTerm, SelectedField } from '../query/query-ast.ts';
import { notEmbedded, orderNotToOne } from '../respond/request-errors.ts';
import { embedJoin, embedOutputs, isEmpty, spreadOutputs } from './embed-sql.ts';
import { conditionSql, fieldSql } from './filter-sql.ts';
import { identifier, type Values } from './sql-text.ts';

/** The SELECT of one relation with everything embedded in it. */
export function readSql(node: ReadNode, values: Values): string {
  const grouped = isGrouped(node);
  const joins = node.children.map((child) => embedJoin(child, (each) => readSql(each, values)));
  const outputs = [
    ...node.fields.map((field) => selectedSql(field, node)),
    ...node.children.flatMap((child) => embedOutputs(child, grouped)),
  ];
  return [
    `select ${outputs.join(', ')}`,
    `from ${node.source}`,
    ...joins,
    whereSql(node, values),
    grouped ? groupSql(node) : '',
    orderSql(node.order, node),
    windowSql(node, values),
  ]
    .filter(Boolean)
    .join(' ');
}

function whereSql(node: ReadNode, values: Values): string {
  const joinConditions = 'joinConditions' in node ? (node as EmbeddedNode).joinConditions : [];
  const conditions = [
    ...joinConditions,
    ...node.conditions.map((condition) => conditionSql(condition, node, values)),
  ];
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
}

function selectedSql(selected: SelectedField, node: ReadNode): string {
  const { field, cast, aggregate, aggregateCast, alias } = selected;
  // A hoisted count() needs a column that is null if the row is missing.
  if (field.name === '*' && !aggregate && alias !== undefined) return `1 as ${identifier(alias)}`;
  let sql = field.name === '*' && aggregate === 'count' ? '*' : fieldSql(field, node);
  if (cast) sql = `cast(${sql} as ${cast})`;
  if (aggregate) sql = `${aggregate}(${sql})`;
  if (aggregateCast) sql = `cast(${sql} as ${aggregateCast})`;
  return alias === undefined ? sql : `${sql} as ${identifier(alias)}`;
}

/** If an aggregate is selected, everything else selected forms the groups. */
function groupSql(node: ReadNode): string {
  const groups = [
    ...node.fields
      .filter((field) => !field.aggregate)
      .map((field) =>
        field.alias === undefined ? fieldSql(field.field, node) : identifier(field.alias),
      ),
    ...node.children.flatMap(groupedOutputs),
  ];
  return groups.length > 0 ? `group by ${groups.join(', ')}` : '';
}

function groupedOutputs(child: EmbeddedNode): string[] {
  if (!child.spread) return isEmpty(child) ? [] : [identifier(outputName(child))];
  return spreadOutputs(child)
    .filter((output) => !output.aggregate)
    .map((output) => `${child.lateral}.${identifier(output.name)}`);
}

function orderSql(terms: readonly OrderTerm[], node: ReadNode): string {
  if (terms.length === 0) return '';
  const list = terms.map((term) => {
    const by = term.relation === undefined ? fieldSql(term.field, node) : relatedSql(term, node);
    const direction = term.direction ? ` ${term.direction}` : '';
    const nulls = term.nulls ? ` nulls ${term.nulls}` : '';
    return `${by}${direction}${nulls}`;
  });
  return `order by ${list.join(', ')}`;
}

function relatedSql({ relation, field }: OrderTerm, node: ReadNode): string {
  const child = node.children.find((candidate) => outputName(candidate) === relation);
  if (!child) throw notEmbedded(relation as string);
  if (!child.isToOne) throw orderNotToOne(node.table?.name ?? node.relation, relation as string);
  return fieldSql(field, { qualifier: child.lateral, table: child.table });
}

function windowSql({ limit, offset }: ReadNode, values: Values): string {
  const parts = [];
  if (limit !== null) parts.push(`limit ${limit}`);
  if (offset !== null) parts.push(`offset ${values.bind(offset)}`);
  return parts.join(' ');
}

/**
 * The root's rows without a limit, for counting. Embedded relations are included only if they
 * decide whether a row counts: inner joins, and `relation=is.null`.
 */
export function countSql(node: ReadNode, values: Values): string {
  const exists = (child: EmbeddedNode) => `exists (${countSql(child, values)})`;
  const conditions = [
    ...('joinConditions' in node ? (node as EmbeddedNode).joinConditions : []),
    ...node.conditions.map((condition) => conditionSql(condition, node, values, exists)),
    ...node.children.filter((child) => child.join === 'inner').map(exists),
  ];
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return `select 1 from ${node.source}${where}`;
}
