/** A syntax error at a position in a parameter. */
export class SyntaxFailure extends Error {
  /** Zero-based. */
  readonly position: number;
  readonly details: string;

  constructor(position: number, details: string) {
    super(details);
    this.position = position;
    this.details = details;
  }
}

const identifierCharacter = /[\p{L}\p{Nd}_ $]/u;
const jsonKeyEnd = '(-:.,>)';

/** Reads a parameter's text from left to right. */
export class Scanner {
  readonly text: string;
  position = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  accept(expected: string): boolean {
    if (!this.peek(expected)) return false;
    this.position += expected.length;
    return true;
  }

  expect(expected: string, label = `"${expected}"`): void {
    if (!this.accept(expected)) this.fail(label);
  }

  expectEnd(): void {
    if (!this.atEnd) this.fail('end of input');
  }

  skipSpace(): void {
    while (this.peek(' ') || this.peek('\t')) this.position += 1;
  }

  fail(expecting: string): never {
    const found = this.atEnd ? 'end of input' : JSON.stringify(this.character());
    throw new SyntaxFailure(this.position, `unexpected ${found} expecting ${expecting}`);
  }

  /** Runs `parse`, and goes back if it fails or finds nothing. */
  attempt<T>(parse: () => T | null): T | null {
    const start = this.position;
    try {
      const result = parse();
      if (result === null) this.position = start;
      return result;
    } catch (error) {
      if (!(error instanceof SyntaxFailure)) throw error;
      this.position = start;
      return null;
    }
  }

  /** Characters up to one of `stops` or the end; may be empty. */
  takeUntil(stops: string): string {
    const start = this.position;
    while (!this.atEnd && !stops.includes(this.text[this.position] as string)) this.position += 1;
    return this.text.slice(start, this.position);
  }

  takeRest(): string {
    const rest = this.text.slice(this.position);
    this.position = this.text.length;
    return rest;
  }

  /** `"…"` with backslash escapes. */
  quoted(): string {
    this.expect('"');
    let value = '';
    for (;;) {
      value += this.takeUntil('"\\');
      if (this.accept('"')) return value;
      if (!this.accept('\\')) this.fail('"\\""');
      if (this.atEnd) this.fail('any character');
      const escaped = this.character();
      value += escaped;
      this.position += escaped.length;
    }
  }

  /** Letters, digits, `_`, `$` and inner spaces. */
  identifier(label = 'letter or digit'): string {
    const start = this.position;
    while (!this.atEnd && identifierCharacter.test(this.character())) {
      this.position += this.character().length;
    }
    if (this.position === start) this.fail(label);
    return this.text.slice(start, this.position).trim();
  }

  /** A column, relation, alias or constraint: quoted, or identifiers joined by dashes. */
  fieldName(): string {
    const label = 'field name (* or [a..z0..9_$])';
    if (this.peek('"')) return this.quoted();
    return this.joinedByDash(() => this.identifier(label));
  }

  jsonKey(): string {
    if (this.peek('"')) return this.quoted();
    return this.joinedByDash(() => {
      const key = this.takeUntil(jsonKeyEnd);
      if (key === '') this.fail('any non reserved character different from: .,>()');
      return key.trim();
    });
  }

  private joinedByDash(part: () => string): string {
    const parts = [part()];
    while (this.peek('-') && !this.peek('->')) {
      this.position += 1;
      parts.push(part());
    }
    return parts.join('-');
  }

  private character(): string {
    return String.fromCodePoint(this.text.codePointAt(this.position) as number);
  }
}
