import { type EmbeddedNode, outputName, type ReadNode } from '../plan/read-node.ts';
import type {
  ComparisonOperator,
  Condition,
  FieldRef,
  Filter,
  FullTextOperator,
  IsValue,
  JsonStep,
} from '../query/query-ast.ts';
import type { Table } from '../schema/schema.ts';
import { identifier, literal, type Values } from './sql-text.ts';

const comparisons: Readonly<Record<ComparisonOperator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const textSearches: Readonly<Record<FullTextOperator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const isTests: Readonly<Record<IsValue, string>> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

/** The relation that a condition applies to. */
export interface FilterTarget {
  qualifier: string;
  row?: string;
  table: Table | null;
  /** Embedded relations, for `relation=is.null`. */
  children: readonly EmbeddedNode[];
}

/** How to test in SQL that an embedded relation has rows. */
export type EmbedTest = (child: EmbeddedNode) => string;

/** If the embedded relations are joined: a relation without rows is null as a whole. */
const joinedEmbed: EmbedTest = (child) => `${child.lateral} is distinct from null`;

export function conditionSql(
  condition: Condition,
  target: FilterTarget,
  values: Values,
  embedTest: EmbedTest = joinedEmbed,
): string {
  if (condition.kind === 'filter') return filterSql(condition, target, values, embedTest);
  const members = condition.members.map((member) =>
    conditionSql(member, target, values, embedTest),
  );
  const group = `(${members.join(` ${condition.operator} `)})`;
  return condition.negated ? `not ${group}` : group;
}

function filterSql(
  filter: Filter,
  target: FilterTarget,
  values: Values,
  embedTest: EmbedTest,
): string {
  const { field, operation, negated } = filter;
  const embedded = embeddedOf(filter, target);
  if (embedded) {
    const hasRows = embedTest(embedded);
    return negated ? hasRows : `not (${hasRows})`;
  }
  const left =
    operation.kind === 'fullText'
      ? searchedText(field, target, operation.language, values)
      : fieldSql(field, target);
  const test = `${left} ${operationSql(filter, values)}`;
  return negated ? `not ${test}` : test;
}

/** `relation=is.null` tests whether the embedded relation has no rows. */
function embeddedOf({ field, operation }: Filter, { children }: FilterTarget) {
  if (field.path.length > 0 || operation.kind !== 'is' || operation.value !== 'null') return null;
  return children.find((child: ReadNode) => outputName(child) === field.name) as
    | EmbeddedNode
    | undefined;
}

function operationSql({ operation }: Filter, values: Values): string {
  switch (operation.kind) {
    case 'compare': {
      const isPattern = operation.operator === 'like' || operation.operator === 'ilike';
      const value = values.bind(isPattern ? operation.value.replaceAll('*', '%') : operation.value);
      const right = operation.quantifier ? `${operation.quantifier} (${value})` : value;
      return `${comparisons[operation.operator]} ${right}`;
    }
    case 'in':
      // One array instead of a list: it may be empty, and the statement's text stays the same.
      return `= any (${values.bind(arrayLiteral(operation.values))})`;
    case 'is':
      return `is ${isTests[operation.value]}`;
    case 'isdistinct':
      return `is distinct from ${values.bind(operation.value)}`;
    case 'fullText': {
      const language =
        operation.language === undefined ? '' : `${values.bind(operation.language)}, `;
      const query = values.bind(operation.value);
      return `@@ ${textSearches[operation.operator]}(${language}${query})`;
    }
  }
}

/** An array literal as text, so that PostgreSQL gives it the column's type. */
function arrayLiteral(items: readonly string[]): string {
  if (items.length === 1 && items[0] === '') return '{}';
  const quoted = items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return `{${quoted.join(',')}}`;
}

function searchedText(
  field: FieldRef,
  target: FilterTarget,
  language: string | undefined,
  values: Values,
): string {
  const text = fieldSql(field, target);
  const type = target.table?.columns.get(field.name)?.baseType;
  // An unknown column may be a computed tsvector; PostgreSQL also searches in text.
  if (field.path.length === 0 && (type === 'tsvector' || type === undefined)) return text;
  return language === undefined
    ? `to_tsvector(${text})`
    : `to_tsvector(${values.bind(language)}, ${text})`;
}

/** A column, or a path inside its JSON. */
export function fieldSql(
  { name, path }: FieldRef,
  { qualifier, table, row }: { qualifier: string; table: Table | null; row?: string },
): string {
  const from = row && name !== '*' && !table?.columns.has(name) ? row : qualifier;
  const column = name === '*' ? `${qualifier}.*` : `${from}.${identifier(name)}`;
  if (path.length === 0) return column;
  const type = table?.columns.get(name)?.baseType;
  const json = type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`;
  return `(${json}${path.map(stepSql).join('')})`;
}

const stepSql = ({ arrow, operand }: JsonStep) =>
  `${arrow}${'index' in operand ? operand.index : literal(operand.key)}`;
