import type { Condition, FieldRef } from '../query/query-ast.ts';
import { embeddingTooCostly, selectedTooOften } from '../respond/request-errors.ts';
import { isToOne } from '../schema/schema.ts';
import { type EmbeddedNode, outputName, type ReadNode } from './read-node.ts';

/** The most that one read may cost, estimated in rows before it runs. */
const maximumCost = 20_000;

/** A function call takes as long as about fifty rows of JSON. */
const perCall = 50;
/** Rows that a relation is assumed to have unless a limit or its function says fewer. */
const assumedRootRows = 20;
const assumedRows = 8;
/** Rows assumed to be tested when an embedded relation decides which of them count. */
const assumedTriedRows = 400;
/** One column under many names can turn a few rows into a response of any size. */
const maximumRepetitions = 5;

/**
 * Refuses reads whose structure alone shows that they may take long, whoever runs them. Rows
 * reached through shared ones (to-many behind to-one, many-to-many, functions) are repeated for
 * each parent, so they multiply; nested to-many relations only divide existing rows. Throws
 * RestError PGRST100.
 */
export function checkReadCost(root: ReadNode): void {
  const cost = costOfRead(root);
  const tried = assumedTriedRows * innerCalls(root) * perCall;
  if (Math.max(cost, tried) > maximumCost) throw embeddingTooCostly();
  checkRepetitions(root);
}

/** Cost in rows, judging by its structure. */
export const costOfRead = (root: ReadNode): number =>
  fewer(root.limit, assumedRootRows) * costOfRow(root, false);

/** Whether function calls decide which rows count. */
export const filtersByCalls = (root: ReadNode): boolean => innerCalls(root) > 0;

/** Function calls that decide whether a row is included: no row limit bounds them. */
function innerCalls({ children }: ReadNode): number {
  return children
    .filter(({ join }) => join === 'inner')
    .reduce((calls, child) => {
      const own = child.relationship.kind === 'computed' ? 1 : 0;
      return calls + own + rowsOf(child, false) * innerCalls(child);
    }, 0);
}

/** The cost of one row with everything embedded in it. */
function costOfRow(node: ReadNode, isShared: boolean): number {
  let cost = 1 + computedColumns(node) * perCall;
  for (const child of node.children) {
    const { kind } = child.relationship;
    if (kind === 'computed') cost += perCall;
    cost += rowsOf(child, isShared) * costOfRow(child, isShared || kind !== 'one-to-many');
  }
  return cost;
}

function rowsOf({ relationship, limit }: EmbeddedNode, isShared: boolean): number {
  if (isToOne(relationship)) return 1;
  if (relationship.kind === 'computed') {
    return fewer(limit, Math.min(relationship.rows, assumedRows));
  }
  return relationship.kind === 'many-to-many' || isShared ? fewer(limit, assumedRows) : 1;
}

const fewer = (limit: bigint | null, rows: number) =>
  limit !== null && limit < BigInt(rows) ? Number(limit) : rows;

/** Counts names that aren't columns: each calls a function for every row. */
function computedColumns({ table, fields, order, conditions, children }: ReadNode): number {
  if (!table) return 0;
  const named = [
    ...fields.map(({ field }) => field),
    ...order.filter(({ relation }) => relation === undefined).map(({ field }) => field),
    ...conditions.flatMap(fieldsOf),
  ];
  const known = new Set(['*', ...table.columns.keys(), ...children.map(outputName)]);
  return named.filter(({ name }) => !known.has(name)).length;
}

const fieldsOf = (condition: Condition): FieldRef[] =>
  condition.kind === 'group' ? condition.members.flatMap(fieldsOf) : [condition.field];

function checkRepetitions({ fields, children }: ReadNode): void {
  const times = new Map<string, number>();
  for (const { field } of fields) {
    const key = JSON.stringify(field);
    const count = (times.get(key) ?? 0) + 1;
    if (count > maximumRepetitions) throw selectedTooOften(field.name, maximumRepetitions);
    times.set(key, count);
  }
  children.forEach(checkRepetitions);
}
