import { maximumNesting, nestingOf } from '../../nesting.ts';
import { badQuery, searchTooCostly } from '../respond/request-errors.ts';
import { parseFilter, parseLogic } from './parse-condition.ts';
import { parseJsonPath } from './parse-field.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import type { Condition, EmbedPath, FieldRef, ParsedQuery, Window } from './query-ast.ts';
import { Scanner, SyntaxFailure } from './scanner.ts';
import { maximumSearchCost, searchCost } from './search-cost.ts';

/** More than anybody needs; each costs a schema lookup. */
const maximumParameters = 1_000;

/**
 * Parses a URL's parameters. For a function called by GET or HEAD, parameters without an operator
 * are its arguments. Throws RestError PGRST100 with the parameter and the position.
 */
export function parseQuery(
  parameters: URLSearchParams,
  { isFunctionRead }: { isFunctionRead: boolean },
): ParsedQuery {
  if (parameters.size > maximumParameters) {
    throw badQuery('too many parameters', `more than ${maximumParameters} in one address`);
  }
  const query = {
    select: [...parsing('select parameter', parameters.get('select') || '*', parseSelect)],
    conditions: [] as { path: EmbedPath; condition: Condition }[],
    orders: [] as { path: EmbedPath; terms: ReturnType<typeof parseOrder> }[],
    windows: [] as { path: EmbedPath; window: Window }[],
    columns: names('columns'),
    onConflict: names('on_conflict'),
    arguments: [] as [string, string][],
  };

  for (const [key, value] of parameters) {
    if (nestingOf(value) > maximumNesting) throw nestedTooDeep(key);
    if (key === 'select' || key === 'columns' || key === 'on_conflict') continue;
    const lastDot = key.lastIndexOf('.');
    const last = key.slice(lastDot + 1);
    const parent = lastDot < 0 ? '' : key.slice(0, lastDot);
    if (last === 'and' || last === 'or') {
      const { path, negated } = logicPath(parent);
      const condition = parsing('logic tree', value, (text) => parseLogic(last, negated, text));
      query.conditions.push({ path, condition });
    } else if (last === 'order') {
      if (value !== '')
        query.orders.push({ path: embedPath(parent), terms: parsing('order', value, parseOrder) });
    } else if (last === 'limit' || last === 'offset') {
      query.windows.push({ path: embedPath(parent), window: { [last]: wholeNumber(last, value) } });
    } else {
      const { path, field } = fieldPath(key);
      const condition = isFunctionRead
        ? attempt(() => parseFilter(field, value))
        : parsing('filter', value, (text) => parseFilter(field, text));
      if (condition) query.conditions.push({ path, condition });
      else query.arguments.push([key, value]);
    }
  }
  const filtered = query.conditions.map(({ condition }) => condition);
  if (searchCost(filtered) > maximumSearchCost) throw searchTooCostly();
  return query;

  function names(parameter: 'columns' | 'on_conflict'): string[] | undefined {
    const text = parameters.get(parameter);
    return text === null ? undefined : parsing(`${parameter} parameter`, text, parseNames);
  }
}

const nestedTooDeep = (parameter: string) =>
  badQuery(
    `"failed to parse ${parameter}" (line 1, column 1)`,
    `more than ${maximumNesting} nested brackets`,
  );

function parsing<T>(what: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof SyntaxFailure) {
      throw badQuery(
        `"failed to parse ${what} (${text})" (line 1, column ${error.position + 1})`,
        error.details,
      );
    }
    throw error;
  }
}

function attempt<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxFailure) return null;
    throw error;
  }
}

function parseNames(text: string): string[] {
  const scanner = new Scanner(text);
  const names: string[] = [];
  do {
    scanner.skipSpace();
    names.push(scanner.fieldName());
    scanner.skipSpace();
  } while (scanner.accept(','));
  scanner.expectEnd();
  return names;
}

function parsePath(scanner: Scanner): string[] {
  const path = [scanner.fieldName()];
  while (scanner.accept('.')) path.push(scanner.fieldName());
  return path;
}

function embedPath(text: string): EmbedPath {
  if (text === '') return [];
  return parsing('tree path', text, (path) => {
    const scanner = new Scanner(path);
    const names = parsePath(scanner);
    scanner.expectEnd();
    return names;
  });
}

function fieldPath(text: string): { path: EmbedPath; field: FieldRef } {
  return parsing('tree path', text, (key) => {
    const scanner = new Scanner(key);
    const names = parsePath(scanner);
    const path = parseJsonPath(scanner);
    scanner.expectEnd();
    return { path: names.slice(0, -1), field: { name: names.at(-1) as string, path } };
  });
}

function logicPath(text: string): { path: EmbedPath; negated: boolean } {
  const names = embedPath(text);
  return { path: names.filter((name) => name !== 'not'), negated: names.includes('not') };
}

function wholeNumber(what: string, text: string): string {
  if (/^-?\d{1,40}$/.test(text)) return text;
  throw badQuery(
    `"failed to parse ${what} (${text})" (line 1, column 1)`,
    'expecting a whole number',
  );
}
