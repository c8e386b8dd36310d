import { parseField } from './parse-field.ts';
import type {
  AggregateFunction,
  SelectedField,
  SelectedRelation,
  SelectItem,
} from './query-ast.ts';
import { Scanner, SyntaxFailure } from './scanner.ts';

/** Maximum nesting of relations, then the maximum per request. PostgreSQL plans each as a join. */
const maximumDepth = 12;
const maximumRelations = 40;
/** PostgreSQL's own limit is 1,664 columns. */
const maximumItems = 1_000;

/**
 * `select=id,total:amount::text,customer:profiles!orders_user_id_fkey!inner(name),...shop(city)`
 * (PostgREST, "Tables and Views: vertical filtering" and "Resource embedding").
 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text);
  const parser = new SelectParser(scanner);
  const items = parser.items(0);
  scanner.expectEnd();
  return items;
}

class SelectParser {
  private readonly scanner: Scanner;
  private relations = 0;
  private itemCount = 0;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  items(depth: number): SelectItem[] {
    const { scanner } = this;
    scanner.skipSpace();
    if (scanner.atEnd || scanner.peek(')')) return [];
    const items: SelectItem[] = [];
    do {
      scanner.skipSpace();
      this.itemCount += 1;
      if (this.itemCount > maximumItems) {
        throw new SyntaxFailure(scanner.position, `more than ${maximumItems} selected items`);
      }
      items.push(this.relation(depth) ?? this.field());
      scanner.skipSpace();
    } while (scanner.accept(','));
    return items;
  }

  private relation(depth: number): SelectedRelation | null {
    const { scanner } = this;
    const start = scanner.position;
    const spread = scanner.accept('...');
    const head = spread ? this.relationHead(true) : scanner.attempt(() => this.relationHead(false));
    if (!head) return null;
    this.relations += 1;
    if (depth >= maximumDepth || this.relations > maximumRelations) {
      throw new SyntaxFailure(
        start,
        `more than ${maximumRelations} embedded relations, or more than ${maximumDepth} levels of them`,
      );
    }
    scanner.expect('(');
    const select = this.items(depth + 1);
    scanner.expect(')');
    return { kind: 'relation', ...head, spread, select };
  }

  /** Parses everything before the parenthesis; null if it turns out to be a field. */
  private relationHead(
    spread: boolean,
  ): Omit<SelectedRelation, 'kind' | 'spread' | 'select'> | null {
    const { scanner } = this;
    const alias = spread ? undefined : this.alias();
    const relation = scanner.fieldName();
    let hint: string | undefined;
    let join: 'inner' | 'left' | undefined;
    for (let parameters = 0; parameters < 2 && scanner.accept('!'); parameters += 1) {
      const parameter = scanner.fieldName();
      if (parameter === 'inner' || parameter === 'left') join ??= parameter;
      else hint ??= parameter;
    }
    if (scanner.peek('(') && (spread || relation !== 'count'))
      return { alias, relation, hint, join };
    if (spread) scanner.fail('"("');
    return null;
  }

  private field(): SelectedField {
    const { scanner } = this;
    const item = this.star() ?? scanner.attempt(() => this.count());
    if (item) return item;

    const alias = this.alias();
    const field = parseField(scanner);
    const cast = this.cast();
    const aggregate = scanner.accept('.') ? this.aggregate() : undefined;
    const aggregateCast = aggregate && this.cast();
    this.expectItemEnd();
    return { kind: 'field', field, alias, cast, aggregate, aggregateCast };
  }

  private star(): SelectedField | null {
    if (!this.scanner.accept('*')) return null;
    this.expectItemEnd();
    return { kind: 'field', field: { name: '*', path: [] } };
  }

  private count(): SelectedField | null {
    const alias = this.alias();
    if (!this.scanner.accept('count()')) return null;
    const aggregateCast = this.cast();
    this.expectItemEnd();
    return {
      kind: 'field',
      field: { name: '*', path: [] },
      alias,
      aggregate: 'count',
      aggregateCast,
    };
  }

  private alias(): string | undefined {
    const { scanner } = this;
    const alias = scanner.attempt(() => {
      const name = scanner.fieldName();
      return scanner.accept(':') && !scanner.peek(':') ? name : null;
    });
    return alias ?? undefined;
  }

  private cast(): string | undefined {
    return this.scanner.accept('::') ? this.scanner.identifier() : undefined;
  }

  private aggregate(): AggregateFunction {
    for (const name of ['sum', 'avg', 'count', 'max', 'min'] as const) {
      if (this.scanner.accept(`${name}()`)) return name;
    }
    return this.scanner.fail('"sum()", "avg()", "count()", "max()" or "min()"');
  }

  private expectItemEnd(): void {
    const { scanner } = this;
    scanner.skipSpace();
    if (!scanner.atEnd && !scanner.peek(',') && !scanner.peek(')')) {
      scanner.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
    }
  }
}
