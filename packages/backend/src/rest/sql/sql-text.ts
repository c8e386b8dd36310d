import pg from 'pg';

/** A PostgreSQL statement's text cannot hold the character NUL, and no name contains it. */
const withoutNul = (text: string) => text.replaceAll('\0', '');

export const identifier = (name: string) => pg.escapeIdentifier(withoutNul(name));
export const literal = (text: string) => pg.escapeLiteral(withoutNul(text));
export const qualified = (schema: string, name: string) =>
  `${identifier(schema)}.${identifier(name)}`;

/** Collects the values of a statement while its text is written. */
export class Values {
  readonly list: unknown[] = [];

  /** Binds a value and returns its placeholder; PostgreSQL infers the type from its place. */
  bind(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
