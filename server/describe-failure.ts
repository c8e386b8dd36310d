import { DatabaseUnavailable } from '@liv-fit/backend/database';

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** What went wrong, in one line for whoever runs a command. */
export function describeFailure(error: unknown): string {
  // Trying several addresses of a host ends in one error without words of its own.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return describeFailure(error.errors[0]);
  }
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const cause = error.cause instanceof Error ? (error.cause as NodeJS.ErrnoException).code : code;
  const reason = [code, cause].find((name) => unreachable.has(String(name)));
  if ([code, cause].includes('ENOSPC')) return 'The disk is full.';
  if (reason || error instanceof DatabaseUnavailable) {
    const why = reason ?? error.message;
    return `The database cannot be reached (${why}). Is it running, and DATABASE_URL right?`;
  }
  return error.message.trim() || error.name;
}
