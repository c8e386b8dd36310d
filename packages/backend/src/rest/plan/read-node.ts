import type { Condition, OrderTerm, SelectedField } from '../query/query-ast.ts';
import type { Relationship, Table } from '../schema/schema.ts';

/** One relation of a request with what is asked of it; the embedded ones are its children. */
export interface ReadNode {
  /** The relation's name in the schema; for the root of a function call the function's. */
  relation: string;
  alias: string | undefined;
  /** Null for what the schema knows nothing of, such as a function's own columns. */
  table: Table | null;
  /** SQL after FROM. */
  source: string;
  /** SQL before a column. */
  qualifier: string;
  /** SQL of a row with its table's type, where PostgreSQL would not know it, for computed columns. */
  row?: string;
  fields: SelectedField[];
  children: EmbeddedNode[];
  conditions: Condition[];
  order: OrderTerm[];
  /** Rows at most; null for all of them. */
  limit: bigint | null;
  /** Whole number as text, or null. */
  offset: string | null;
}

export interface EmbeddedNode extends ReadNode {
  relationship: Relationship;
  isToOne: boolean;
  join: 'inner' | 'left';
  spread: boolean;
  /** SQL conditions that tie it to its parent. */
  joinConditions: string[];
  /** SQL name of the lateral subquery; for a to-many relation also of its only column. */
  lateral: string;
}

/** The key under which a relation appears in its parent. */
export const outputName = (node: ReadNode) => node.alias ?? node.relation;

/** Whether its rows are groups: an aggregate is among what it selects, or hoisted into it. */
export function isGrouped(node: ReadNode): boolean {
  return node.fields.some((field) => field.aggregate) || node.children.some(hoistsAggregate);
}

/** An aggregate in a to-one spread counts for the nearest parent that is not one itself. */
const hoistsAggregate = (child: EmbeddedNode): boolean =>
  child.spread && child.isToOne && isGrouped(child);
