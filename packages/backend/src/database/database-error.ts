import pg from 'pg';

/** PostgreSQL's own error (`code` is the SQLSTATE), the same class on both drivers. */
export const DatabaseError = pg.DatabaseError;
export type DatabaseError = InstanceType<typeof pg.DatabaseError>;

/** The database can't be reached, is starting up, or the connection broke. Worth a retry. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly retryable = true;
  /** True if no connection became free in time, false if the server could not be reached. */
  readonly poolExhausted: boolean;

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`The database is unavailable: ${message}`, { cause });
    this.poolExhausted = message === 'timeout exceeded when trying to connect';
  }
}

/** The server accepted a statement but never answered, so the connection was closed. */
export class DatabaseUnresponsive extends DatabaseUnavailable {}

/** The process is shutting down and closes its database: expected, nothing to report. */
export class DatabaseClosing extends DatabaseUnavailable {
  constructor() {
    super(new Error('the process is ending'));
  }
}

/** Another process already uses this data directory. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(`The data directory ${dataDir} is in use by another process.`);
    this.dataDir = dataDir;
  }
}

/** The data directory can't be used as it is; the message says why, in one line. */
export class DataDirectoryUnusable extends Error {
  override readonly name = 'DataDirectoryUnusable';

  constructor(dataDir: string, reason: string, cause?: unknown) {
    super(`The data directory ${dataDir} cannot be used: ${reason}.`, { cause });
  }
}

/** This PostgreSQL version is older than supported. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';

  constructor(version: string) {
    super(`PostgreSQL 15 or newer is needed; DATABASE_URL leads to PostgreSQL ${version}.`);
  }
}

/** A pooler in front of PostgreSQL may run each statement in a different session. */
export class SessionsShared extends Error {
  override readonly name = 'SessionsShared';

  constructor() {
    super(
      'A pooler in transaction or statement mode is in front of PostgreSQL. Connect directly, or through a pooler in session mode.',
    );
  }
}

/**
 * This caller has too many calls waiting, or its last statements took too long: it is refused for a
 * while so that others get their turn. Respond with 429 and Retry-After.
 */
export class CallerBusy extends Error {
  override readonly name = 'CallerBusy';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many requests from this caller are in progress. Try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error of a statement that was canceled for taking too long, in PostgreSQL's words. */
export function statementTimedOut(): DatabaseError {
  const error = new DatabaseError('canceling statement due to statement timeout', 0, 'error');
  error.severity = 'ERROR';
  error.code = '57014';
  return error;
}

/**
 * Not the caller's fault: the database can't be reached, or is out of space, memory or connections.
 * Respond with 503 and Retry-After.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  // A full disk may also show up as a file that can't be written.
  return error instanceof DatabaseError && /^(53[123]|58030)/.test(error.code ?? '');
}

/**
 * The transaction is read-only. For code that writes, that is an outage: a standby after a
 * failover, or a managed server whose disk is full.
 */
export function refusesWrites(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006';
}

/** SQLSTATE classes about the server or the connection rather than the statement. */
const outage = /^(08|57P0[123]|25P03)/;

/** Turns a driver's error into DatabaseError (the statement's fault) or DatabaseUnavailable. */
export function classifyError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof CallerBusy) return error;
  if (error instanceof DatabaseError) {
    return outage.test(error.code ?? '') ? new DatabaseUnavailable(error) : error;
  }
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return error instanceof Error ? new DatabaseUnavailable(error) : error;
}
