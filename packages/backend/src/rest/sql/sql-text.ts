import pg from 'pg';

/** The text of a PostgreSQL statement can't contain NUL, and no name does. */
const withoutNul = (text: string) => text.replaceAll('\0', '');

export const identifier = (name: string) => pg.escapeIdentifier(withoutNul(name));
export const literal = (text: string) => pg.escapeLiteral(withoutNul(text));
export const qualified = (schema: string, name: string) =>
  `${identifier(schema)}.${identifier(name)}`;

/** Collects a statement's values while its text is being written. */
export class Values {
  readonly list: unknown[] = [];

  /** Binds a value and returns its placeholder; PostgreSQL infers the type from the context. */
  bind(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
