import { parseField } from './parse-field.ts';
import { parseOperation, valueInLogic, wholeValue } from './parse-operation.ts';
import type { Condition, ConditionGroup, FieldRef, Filter } from './query-ast.ts';
import { Scanner, SyntaxFailure } from './scanner.ts';

/** Maximum nesting of groups; PostgreSQL's own stack would overflow far beyond it. */
const maximumDepth = 40;

/** Parses the value of `column=eq.1`. */
export function parseFilter(field: FieldRef, text: string): Filter {
  const scanner = new Scanner(text);
  const { negated, operation } = parseOperation(scanner, wholeValue);
  scanner.expectEnd();
  return { kind: 'filter', field, negated, operation };
}

/** Parses the value of `and=(…)` or `or=(…)`. */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): ConditionGroup {
  const scanner = new Scanner(text);
  const members = parseMembers(scanner, 0);
  scanner.expectEnd();
  return { kind: 'group', operator, negated, members };
}

function parseMembers(scanner: Scanner, depth: number): Condition[] {
  if (depth >= maximumDepth) {
    throw new SyntaxFailure(scanner.position, `more than ${maximumDepth} nested groups`);
  }
  scanner.skipSpace();
  scanner.expect('(');
  const members: Condition[] = [];
  do {
    scanner.skipSpace();
    members.push(parseGroup(scanner, depth) ?? parseMemberFilter(scanner));
    scanner.skipSpace();
  } while (scanner.accept(','));
  scanner.expect(')');
  scanner.skipSpace();
  return members;
}

const groupHead = /(not\.)?(and|or)(?=[ \t]*\()/y;

function parseGroup(scanner: Scanner, depth: number): ConditionGroup | null {
  groupHead.lastIndex = scanner.position;
  const head = groupHead.exec(scanner.text);
  if (!head) return null;
  scanner.position += head[0].length;
  return {
    kind: 'group',
    operator: head[2] as 'and' | 'or',
    negated: head[1] !== undefined,
    members: parseMembers(scanner, depth + 1),
  };
}

function parseMemberFilter(scanner: Scanner): Filter {
  const field = parseField(scanner);
  scanner.expect('.', 'delimiter (.)');
  const { negated, operation } = parseOperation(scanner, valueInLogic);
  return { kind: 'filter', field, negated, operation };
}
