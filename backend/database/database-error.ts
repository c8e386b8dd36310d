import pg from 'pg';

/** PostgreSQL's own error (`code` is the SQLSTATE), the same class on both drivers. */
export const DatabaseError = pg.DatabaseError;
export type DatabaseError = InstanceType<typeof pg.DatabaseError>;

/** The database cannot be reached, is starting, or the connection broke. Worth another try. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly retryable = true;
  /** True when no connection became free in time, false when the server could not be reached. */
  readonly poolExhausted: boolean;

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`The database is unavailable: ${message}`, { cause });
    this.poolExhausted = message === 'timeout exceeded when trying to connect';
  }
}

/** Another process already works on this data directory. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(`The data directory ${dataDir} is in use by another process.`);
    this.dataDir = dataDir;
  }
}

/**
 * This caller has too many calls waiting, or its last statements took too long: it is refused for
 * now so that others get their turn. Answer 429 with Retry-After.
 */
export class CallerBusy extends Error {
  override readonly name = 'CallerBusy';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many calls of this caller are under way. Try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** SQLSTATE classes that speak of the server or the connection, not of the statement. */
const outage = /^(08|57P0[123])/;

/** Turns what a driver threw into DatabaseError (the statement's fault) or DatabaseUnavailable. */
export function classifyError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof CallerBusy) return error;
  if (error instanceof DatabaseError) {
    return outage.test(error.code ?? '') ? new DatabaseUnavailable(error) : error;
  }
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return error instanceof Error ? new DatabaseUnavailable(error) : error;
}
