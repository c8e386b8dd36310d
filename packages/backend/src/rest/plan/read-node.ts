import type { Condition, OrderTerm, SelectedField } from '../query/query-ast.ts';
import type { Relationship, Table } from '../schema/schema.ts';

/** One relation of a request and what is requested of it; embedded relations are its children. */
export interface ReadNode {
  /** The relation's name in the schema; at the root of a function call, the function's name. */
  relation: string;
  alias: string | undefined;
  /** Null if the schema doesn't know it, such as a function's own columns. */
  table: Table | null;
  /** SQL after FROM. */
  source: string;
  /** SQL before a column. */
  qualifier: string;
  /** SQL for a row of its table's type where PostgreSQL wouldn't know the type, for computed columns. */
  row?: string;
  fields: SelectedField[];
  children: EmbeddedNode[];
  conditions: Condition[];
  order: OrderTerm[];
  /** Maximum number of rows; null for all. */
  limit: bigint | null;
  /** Whole number as text, or null. */
  offset: string | null;
}

export interface EmbeddedNode extends ReadNode {
  relationship: Relationship;
  isToOne: boolean;
  join: 'inner' | 'left';
  spread: boolean;
  /** SQL conditions that join it to its parent. */
  joinConditions: string[];
  /** SQL name of the lateral subquery; for a to-many relation also of its only column. */
  lateral: string;
}

/** The key under which a relation appears in its parent. */
export const outputName = (node: ReadNode) => node.alias ?? node.relation;

/** Whether its rows are groups: it selects an aggregate, or one is hoisted into it. */
export function isGrouped(node: ReadNode): boolean {
  return node.fields.some((field) => field.aggregate) || node.children.some(hoistsAggregate);
}

/** An aggregate in a to-one spread applies to the nearest ancestor that isn't such a spread itself. */
const hoistsAggregate = (child: EmbeddedNode): boolean =>
  child.spread && child.isToOne && isGrouped(child);
