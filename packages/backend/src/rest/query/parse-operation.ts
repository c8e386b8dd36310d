import { searchTooCostly } from '../respond/request-errors.ts';
import type { ComparisonOperator, FullTextOperator, IsValue, Operation } from './query-ast.ts';
import type { Scanner } from './scanner.ts';

const quantifiable = new Set([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
] satisfies ComparisonOperator[] as string[]);
const simple = new Set([
  'neq',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] satisfies ComparisonOperator[] as string[]);
const fullText = new Set([
  'fts',
  'plfts',
  'phfts',
  'wfts',
] satisfies FullTextOperator[] as string[]);
/** PostgreSQL's full-text query parser recurses on consecutive negations or parentheses, and gives up. */
const deepSearch = /(?:[!(-]\s*){30}/;
const isValues = ['not_null', 'null', 'true', 'false', 'unknown'] as const satisfies IsValue[];

const anOperator = 'operator (eq, gt, ...)';
const operatorName = /[a-z]+/y;

/** Where an operator's value ends: with the parameter, or at `,` and `)` inside a logic tree. */
export type ValueReader = (scanner: Scanner) => string;

/** `not.eq.1`, `like(any).{a*,b*}`, `in.(1,2)`, `is.null`, `fts(english).word`. */
export function parseOperation(
  scanner: Scanner,
  readValue: ValueReader,
): { negated: boolean; operation: Operation } {
  const negated = scanner.accept('not.');
  const start = scanner.position;
  operatorName.lastIndex = start;
  const name = operatorName.exec(scanner.text)?.[0];
  if (!name) return scanner.fail(negated ? anOperator : `"not" or ${anOperator}`);
  scanner.position += name.length;

  const operation = parseNamed(scanner, name, readValue);
  if (operation) return { negated, operation };
  scanner.position = start;
  return scanner.fail(negated ? anOperator : `"not" or ${anOperator}`);
}

function parseNamed(scanner: Scanner, name: string, readValue: ValueReader): Operation | null {
  if (name === 'in') {
    scanner.expect('.', 'delimiter (.)');
    return { kind: 'in', values: parseList(scanner) };
  }
  if (name === 'is') {
    scanner.expect('.', 'delimiter (.)');
    return { kind: 'is', value: parseIsValue(scanner) };
  }
  if (name === 'isdistinct') {
    scanner.expect('.', 'delimiter (.)');
    return { kind: 'isdistinct', value: readValue(scanner) };
  }
  if (fullText.has(name)) {
    const language = scanner.accept('(') ? scanner.identifier() : undefined;
    if (language !== undefined) scanner.expect(')');
    scanner.expect('.', 'delimiter (.)');
    const operator = name as FullTextOperator;
    const value = readValue(scanner);
    if (deepSearch.test(value)) throw searchTooCostly();
    return { kind: 'fullText', operator, language, value };
  }
  if (quantifiable.has(name)) {
    const quantifier = parseQuantifier(scanner);
    scanner.expect('.', 'delimiter (.)');
    const operator = name as ComparisonOperator;
    return { kind: 'compare', operator, quantifier, value: readValue(scanner) };
  }
  if (simple.has(name)) {
    scanner.expect('.', 'delimiter (.)');
    return { kind: 'compare', operator: name as ComparisonOperator, value: readValue(scanner) };
  }
  return null;
}

function parseQuantifier(scanner: Scanner): 'any' | 'all' | undefined {
  if (scanner.accept('(any)')) return 'any';
  if (scanner.accept('(all)')) return 'all';
  if (scanner.peek('(')) scanner.fail('"(any)", "(all)" or delimiter (.)');
  return undefined;
}

function parseIsValue(scanner: Scanner): IsValue {
  const rest = scanner.text.slice(scanner.position).toLowerCase();
  for (const value of isValues) {
    if (rest.startsWith(value) && /^$|^[ \t]*[,)]/.test(rest.slice(value.length))) {
      scanner.position += value.length;
      return value;
    }
  }
  return scanner.fail('isVal: (null, not_null, true, false, unknown)');
}

function parseList(scanner: Scanner): string[] {
  scanner.skipSpace();
  scanner.expect('(');
  scanner.skipSpace();
  const values: string[] = [];
  do {
    values.push(quotedBefore(scanner, ',)') ?? scanner.takeUntil(',)'));
  } while (scanner.accept(','));
  scanner.expect(')');
  scanner.skipSpace();
  return values;
}

/** A quoted value, if what follows it ends the value; otherwise the quote is part of the value. */
function quotedBefore(scanner: Scanner, stops: string): string | null {
  if (!scanner.peek('"')) return null;
  return scanner.attempt(() => {
    const value = scanner.quoted();
    const next = scanner.text[scanner.position];
    return next === undefined || stops.includes(next) ? value : null;
  });
}

export const wholeValue: ValueReader = (scanner) => scanner.takeRest();

/** Inside `and(…)`: a quoted value, an array literal, or everything up to the next `,` or `)`. */
export const valueInLogic: ValueReader = (scanner) =>
  quotedBefore(scanner, ',)') ?? arrayLiteral(scanner) ?? scanner.takeUntil(',)');

function arrayLiteral(scanner: Scanner): string | null {
  return scanner.attempt(() => {
    if (!scanner.accept('{')) return null;
    const inner = scanner.takeUntil('{}');
    return scanner.accept('}') ? `{${inner}}` : null;
  });
}
