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

/** The server took a statement and never answered, so the connection was cut. */
export class DatabaseSilent extends DatabaseUnavailable {}

/** The process is ending and its database closes: expected, and nothing to report. */
export class DatabaseClosing extends DatabaseUnavailable {
  constructor() {
    super(new Error('the process is ending'));
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

/** The folder for the data cannot be used as it is; the message says why, in one line. */
export class DataDirectoryUnusable extends Error {
  override readonly name = 'DataDirectoryUnusable';

  constructor(dataDir: string, reason: string, cause?: unknown) {
    super(`The data directory ${dataDir} cannot be used: ${reason}.`, { cause });
  }
}

/** PostgreSQL older than what this speaks to. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';

  constructor(version: string) {
    super(`PostgreSQL 15 or newer is needed; DATABASE_URL leads to PostgreSQL ${version}.`);
  }
}

/** A pooler in front of PostgreSQL lends each statement another session. */
export class SessionsShared extends Error {
  override readonly name = 'SessionsShared';

  constructor() {
    super(
      'A pooler in transaction or statement mode is in front of PostgreSQL. Connect directly, or through a pooler in session mode.',
    );
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

/** The error of a statement that was ended because it took too long, as PostgreSQL words it. */
export function statementTimedOut(): DatabaseError {
  const error = new DatabaseError('canceling statement due to statement timeout', 0, 'error');
  error.severity = 'ERROR';
  error.code = '57014';
  return error;
}

/**
 * Nothing that the caller did wrong: the database cannot be reached, or is out of space, memory or
 * connections. Answer 503 with Retry-After.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  // A disk without space is also told as a file that cannot be written.
  return error instanceof DatabaseError && /^(53[123]|58030)/.test(error.code ?? '');
}

/**
 * The transaction may only read. To code whose transactions write it is an outage: a standby after a
 * failover, or a managed server whose disk is full.
 */
export function refusesWrites(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006';
}

/** SQLSTATE classes that speak of the server or the connection, not of the statement. */
const outage = /^(08|57P0[123]|25P03)/;

/** Turns what a driver threw into DatabaseError (the statement's fault) or DatabaseUnavailable. */
export function classifyError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof CallerBusy) return error;
  if (error instanceof DatabaseError) {
    return outage.test(error.code ?? '') ? new DatabaseUnavailable(error) : error;
  }
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return error instanceof Error ? new DatabaseUnavailable(error) : error;
}
