/** The content of a PostgREST URL, before the schema is consulted. */

/** One step of `column->key` or `column->>0`. */
export interface JsonStep {
  arrow: '->' | '->>';
  operand: { key: string } | { index: number };
}

export interface FieldRef {
  /** A column, a computed column, or `*`. */
  name: string;
  path: readonly JsonStep[];
}

export type AggregateFunction = 'sum' | 'avg' | 'count' | 'max' | 'min';

export interface SelectedField {
  kind: 'field';
  field: FieldRef;
  alias?: string;
  cast?: string;
  aggregate?: AggregateFunction;
  aggregateCast?: string;
}

export interface SelectedRelation {
  kind: 'relation';
  relation: string;
  alias?: string;
  /** A constraint, column or junction that distinguishes between two relationships. */
  hint?: string;
  join?: 'inner' | 'left';
  /** `...relation(*)`: its columns are added to the parent's. */
  spread: boolean;
  select: readonly SelectItem[];
}

export type SelectItem = SelectedField | SelectedRelation;

export type ComparisonOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj';

export type FullTextOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Operation =
  | {
      kind: 'compare';
      operator: ComparisonOperator;
      quantifier?: 'any' | 'all';
      value: string;
    }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'isdistinct'; value: string }
  | { kind: 'fullText'; operator: FullTextOperator; language?: string; value: string };

export interface Filter {
  kind: 'filter';
  field: FieldRef;
  negated: boolean;
  operation: Operation;
}

export interface ConditionGroup {
  kind: 'group';
  operator: 'and' | 'or';
  negated: boolean;
  members: readonly Condition[];
}

export type Condition = Filter | ConditionGroup;

export interface OrderTerm {
  /** Set for `order=relation(column)`. */
  relation?: string;
  field: FieldRef;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
}

/** Names of embedded relations from the root down; empty for the root. */
export type EmbedPath = readonly string[];

/** Whole numbers as text: PostgreSQL checks their range. */
export interface Window {
  limit?: string;
  offset?: string;
}

export interface ParsedQuery {
  select: readonly SelectItem[];
  conditions: readonly { path: EmbedPath; condition: Condition }[];
  orders: readonly { path: EmbedPath; terms: readonly OrderTerm[] }[];
  windows: readonly { path: EmbedPath; window: Window }[];
  columns?: readonly string[];
  onConflict?: readonly string[];
  /** Arguments of a function called by GET or HEAD. */
  arguments: readonly (readonly [name: string, value: string])[];
}
