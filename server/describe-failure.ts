import { DatabaseError, DatabaseUnavailable } from '@liv-fit/backend/database';

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** PostgreSQL errors that mean the user of DATABASE_URL lacks a privilege. */
const refusals: Readonly<Record<string, string>> = {
  '28000': 'refuses the login',
  '28P01': 'refuses the login',
  '3D000': 'has no database of that name',
};
const tooFewRights = '42501';

/** What went wrong, in one line for the person running a command. */
export function describeFailure(error: unknown): string {
  // When every address of a host fails, Node throws a single error with an empty message.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return describeFailure(error.errors[0]);
  }
  if (!(error instanceof Error)) return String(error);
  const refused = [error, error.cause].find((each) => each instanceof DatabaseError);
  const refusal = refusals[refused?.code ?? ''];
  if (refused?.code === tooFewRights) {
    return `The database gives the user of DATABASE_URL too few rights (${refused.message}). An administrator prepares it once with deploy/prepare-database.sql.`;
  }
  if (refused && refusal) {
    return `The database ${refusal} (${refused.message}). Is DATABASE_URL right?`;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  const cause = error.cause instanceof Error ? (error.cause as NodeJS.ErrnoException).code : code;
  const reason = [code, cause].find((name) => unreachable.has(String(name)));
  if ([code, cause].includes('ENOSPC')) return 'The disk is full.';
  if (code === 'ENOTDIR') return `Part of ${path} is not a folder. Check DATA_DIR.`;
  if (reason || error instanceof DatabaseUnavailable) {
    const why = reason ?? error.message;
    return `The database cannot be reached (${why}). Is it running, and DATABASE_URL right?`;
  }
  return error.message.trim() || error.name;
}
