import { DatabaseError } from '../database/database-error.ts';
import type { Migration } from './read-migrations.ts';

/** A migration couldn't be applied; the message gives the file, the position and the reason. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly path: string;

  constructor(path: string, message: string, cause?: unknown) {
    super(`${path}: ${message}`, { cause });
    this.path = path;
  }
}

export function failedMigration(migration: Migration, cause: unknown): MigrationError {
  if (!(cause instanceof DatabaseError)) {
    return new MigrationError(migration.path, String(cause), cause);
  }
  const place = cause.position ? positionIn(migration.sql, Number(cause.position)) : null;
  const details = [cause.detail, cause.hint, cause.where].filter(Boolean).join(' ');
  return new MigrationError(
    place ? `${migration.path}:${place}` : migration.path,
    [`${cause.message} (SQLSTATE ${cause.code}).`, details].filter(Boolean).join(' '),
    cause,
  );
}

/** PostgreSQL counts characters from 1, not UTF-16 code units. */
function positionIn(sql: string, position: number): string {
  const before = Array.from(sql).slice(0, position - 1);
  const line = before.filter((character) => character === '\n').length + 1;
  const column = before.length - before.lastIndexOf('\n');
  return `${line}:${column}`;
}
