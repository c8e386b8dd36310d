import type {
  ParsedQuery,
  SelectedField,
  SelectedRelation,
  SelectItem,
} from '../query/query-ast.ts';
import { negativeLimit, notEmbedded } from '../respond/request-errors.ts';
import { isToOne, type Relationship, type Schema, type Table } from '../schema/schema.ts';
import { identifier, qualified } from '../sql/sql-text.ts';
import { findRelationship } from './find-relationship.ts';
import { checkReadCost } from './read-cost.ts';
import { type EmbeddedNode, isGrouped, outputName, type ReadNode } from './read-node.ts';

export type RootSource =
  | { kind: 'table'; table: Table }
  /**
   * The rows that a mutation or function returned, in the WITH query `pgrst_source`; whole if they
   * have every column of the table.
   */
  | { kind: 'result'; name: string; table: Table | null; areWhole: boolean };

export interface PlanOptions {
  /** Whether conditions on the root are part of the read; a mutation has them in its own WHERE. */
  conditionsOnRoot: boolean;
  /** Whether limits and offsets apply; they don't to what a mutation returns. */
  windows: boolean;
  /** Maximum number of rows per relation, or null. */
  maximumRows: number | null;
}

/**
 * Resolves the relations in a query and attaches each filter, order and limit to its relation.
 * Throws RestError PGRST100 if the read may cost too much.
 */
export function planRead(
  schema: Schema,
  root: RootSource,
  query: ParsedQuery,
  options: PlanOptions,
): ReadNode {
  const node = rootNode(root);
  addSelection(schema, node, query.select, 1);
  expandStars(node, false);
  for (const { path, condition } of query.conditions) {
    if (path.length > 0 || options.conditionsOnRoot) at(node, path).conditions.push(condition);
  }
  for (const { path, terms } of query.orders) at(node, path).order = [...terms];
  if (options.windows) {
    for (const { path, window } of query.windows) {
      const target = at(node, path);
      if (window.limit !== undefined) target.limit = nonNegative(window.limit);
      if (window.offset !== undefined) target.offset = window.offset.replace(/^-.*/, '0');
    }
  }
  if (options.maximumRows !== null) restrictRows(node, BigInt(options.maximumRows));
  checkReadCost(node);
  return node;
}

function nonNegative(text: string): bigint {
  const limit = BigInt(text);
  if (limit < 0n) throw negativeLimit();
  return limit;
}

function restrictRows(node: ReadNode, maximum: bigint): void {
  if (node.limit === null || node.limit > maximum) node.limit = maximum;
  for (const child of node.children) restrictRows(child, maximum);
}

function rootNode(root: RootSource): ReadNode {
  const name = root.kind === 'table' ? root.table.name : root.name;
  const from =
    root.kind === 'table'
      ? qualified(root.table.schema, name)
      : `pgrst_source as ${identifier(name)}`;
  return {
    relation: name,
    alias: undefined,
    table: root.table,
    source: from,
    qualifier: root.kind === 'table' ? from : identifier(name),
    ...(root.kind === 'result' && root.areWhole && root.table
      ? { row: `(${identifier(name)}::${qualified(root.table.schema, root.table.name)})` }
      : {}),
    fields: [],
    children: [],
    conditions: [],
    order: [],
    limit: null,
    offset: null,
  };
}

/** The node at a path of embedded relations, each given by its alias or else its name. */
function at(node: ReadNode, path: readonly string[]): ReadNode {
  let current = node;
  for (const name of path) {
    const child: EmbeddedNode | undefined =
      current.children.find((candidate) => outputName(candidate) === name) ??
      current.children.find((candidate) => candidate.relation === name);
    if (!child) throw notEmbedded(name);
    current = child;
  }
  return current;
}

function addSelection(
  schema: Schema,
  node: ReadNode,
  items: readonly SelectItem[],
  depth: number,
): void {
  for (const item of items) {
    if (item.kind === 'field') {
      node.fields.push(withAlias(item));
    } else {
      const child = embed(schema, node, item, depth);
      addSelection(schema, child, item.select, depth + 1);
      node.children.push(child);
    }
  }
}

/**
 * Replaces `*` with the column names where they must be listed: when grouping around an aggregate,
 * and in a to-many spread, which returns an array for each column.
 */
function expandStars(node: ReadNode, isInherited: boolean): void {
  const isExpanded = isInherited || isGrouped(node) || ('spread' in node && isToManySpread(node));
  const columns = node.table ? [...node.table.columns.keys()] : [];
  if (isExpanded && columns.length > 0) {
    node.fields = node.fields.flatMap((field) =>
      field.field.name === '*' && !field.aggregate
        ? columns.map((name): SelectedField => ({ kind: 'field', field: { name, path: [] } }))
        : [field],
    );
  }
  for (const child of node.children) expandStars(child, isExpanded);
}

const isToManySpread = (node: ReadNode) => {
  const { spread, isToOne: toOne } = node as EmbeddedNode;
  return spread && !toOne;
};

/** `data->a->b` is returned as `b`; `data->0` as `data`. */
function withAlias(field: SelectedField): SelectedField {
  if (field.alias !== undefined || field.aggregate || field.field.path.length === 0) return field;
  const key = field.field.path.findLast(({ operand }) => 'key' in operand)?.operand;
  return { ...field, alias: key && 'key' in key ? key.key : field.field.name };
}

function embed(
  schema: Schema,
  parent: ReadNode,
  item: SelectedRelation,
  depth: number,
): EmbeddedNode {
  const origin = parent.table?.name ?? parent.relation;
  const relationship = findRelationship(schema, origin, item.relation, item.hint);
  const alias = identifier(`${relationship.target}_${depth}`);
  const { from, conditions } = joinTo(schema, parent, relationship, alias, depth);
  return {
    relation: item.relation,
    alias: item.alias,
    table: schema.tables.get(relationship.target) ?? null,
    source: from,
    qualifier: alias,
    fields: [],
    children: [],
    conditions: [],
    order: [],
    limit: null,
    offset: null,
    relationship,
    isToOne: isToOne(relationship),
    join: item.join ?? 'left',
    spread: item.spread,
    joinConditions: conditions,
    // Two relations of the same name in one parent get the same name here, and PostgreSQL refuses them.
    lateral: identifier(`${origin}_${item.alias ?? item.relation}_${depth}`),
  };
}

function joinTo(
  schema: Schema,
  parent: ReadNode,
  relationship: Relationship,
  alias: string,
  depth: number,
): { from: string; conditions: string[] } {
  const target = qualified(schema.name, relationship.target);
  if (relationship.kind === 'computed') {
    const rowName = parent.qualifier.split('.').at(-1);
    const row = `${rowName}::${qualified(schema.name, relationship.origin)}`;
    const call = `${qualified(relationship.functionSchema, relationship.functionName)}(${row})`;
    return { from: `${call} as ${alias}`, conditions: [] };
  }
  if (relationship.kind === 'many-to-many') {
    const junction = identifier(`${relationship.junction}_${depth}_junction`);
    return {
      from: `${target} as ${alias}, ${qualified(schema.name, relationship.junction)} as ${junction}`,
      conditions: [
        ...equalities(alias, junction, relationship.targetColumns),
        ...equalities(parent.qualifier, junction, relationship.originColumns),
      ],
    };
  }
  return {
    from: `${target} as ${alias}`,
    conditions: equalities(parent.qualifier, alias, relationship.columns),
  };
}

const equalities = (left: string, right: string, columns: readonly (readonly [string, string])[]) =>
  columns.map(([a, b]) => `${left}.${identifier(a)} = ${right}.${identifier(b)}`);
