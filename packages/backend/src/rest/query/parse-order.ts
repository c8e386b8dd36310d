import { parseField } from './parse-field.ts';
import type { OrderTerm } from './query-ast.ts';
import { Scanner } from './scanner.ts';

/** `order=name.desc.nullslast,customer(name)`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text);
  const terms: OrderTerm[] = [];
  do {
    scanner.skipSpace();
    terms.push(parseTerm(scanner));
    scanner.skipSpace();
  } while (scanner.accept(','));
  scanner.expectEnd();
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  const relation = scanner.attempt(() => {
    const name = scanner.fieldName();
    return scanner.accept('(') ? name : null;
  });
  const field = parseField(scanner);
  if (relation !== null) scanner.expect(')');
  const direction = scanner.accept('.asc') ? 'asc' : scanner.accept('.desc') ? 'desc' : undefined;
  const nulls = scanner.accept('.nullsfirst')
    ? 'first'
    : scanner.accept('.nullslast')
      ? 'last'
      : undefined;
  if (!scanner.atEnd && !scanner.peek(',') && !scanner.peek(' ')) {
    scanner.fail(
      direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"',
    );
  }
  return { relation: relation ?? undefined, field, direction, nulls };
}
