import type { FieldRef, JsonStep } from './query-ast.ts';
import type { Scanner } from './scanner.ts';

/** `column`, `column->key`, `column->0->>key`. */
export function parseField(scanner: Scanner): FieldRef {
  scanner.skipSpace();
  const name = scanner.fieldName();
  const path = parseJsonPath(scanner);
  scanner.skipSpace();
  return { name, path };
}

/** Maximum number of JSON steps: each nests an expression in PostgreSQL. */
const maximumSteps = 50;

export function parseJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = scanner.accept('->>') ? '->>' : scanner.accept('->') ? '->' : null;
    if (!arrow) return path;
    if (path.length >= maximumSteps) scanner.fail(`at most ${maximumSteps} steps`);
    path.push({ arrow, operand: parseIndex(scanner) ?? { key: scanner.jsonKey() } });
  }
}

/** Array indexes that fit into PostgreSQL's integer; anything else is a key. */
const index = /-?\d{1,9}(?=->|::|[.,)]|$)/y;

function parseIndex(scanner: Scanner): { index: number } | null {
  index.lastIndex = scanner.position;
  const found = index.exec(scanner.text)?.[0];
  if (!found) return null;
  scanner.position += found.length;
  return { index: Number(found) };
}
