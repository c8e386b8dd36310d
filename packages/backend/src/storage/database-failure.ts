import {
  CallerBusy,
  DatabaseClosing,
  DatabaseError,
  DatabaseUnavailable,
  isOutage,
} from '../database/database-error.ts';
import { accessDenied, alreadyExists, Failure, slowDown } from './failure.ts';
import { StoreUnavailable } from './files/idle-timeout.ts';

/** Converts an error of PostgreSQL or the file store to Storage's response; null if unexpected. */
export function databaseFailure(error: unknown): Failure | null {
  if (error instanceof DatabaseClosing) {
    return new Failure(503, 'DatabaseTimeout', 'The server is restarting, please try again', {
      httpStatus: 503,
      headers: { 'retry-after': '5' },
    });
  }
  if (error instanceof DatabaseUnavailable) {
    return error.poolExhausted
      ? new Failure(429, 'SlowDown', 'Too many connections issued to the database', {
          error: 'too_many_connections',
          httpStatus: 429,
        })
      : timeout();
  }
  if (error instanceof CallerBusy) {
    return slowDown('Too many requests. Please wait a moment.', error.retryAfterSeconds);
  }
  if (error instanceof StoreUnavailable) {
    return new Failure(503, 'S3Error', 'The store of files does not respond, please try again', {
      httpStatus: 503,
      headers: { 'retry-after': '5' },
    });
  }
  // The disk of the database, or the one for files, is full.
  if (isOutage(error) || (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC') {
    return outOfSpace();
  }
  if (!(error instanceof DatabaseError)) return null;
  switch (error.code) {
    case '42501':
      return accessDenied(
        error.message.includes('row-level security')
          ? 'new row violates row-level security policy'
          : error.message,
      );
    case '23505':
      return alreadyExists('ResourceAlreadyExists');
    case '23503':
      return error.detail?.includes('is still referenced from table')
        ? new Failure(
            409,
            'ResourceReferenced',
            'The resource could not be updated or removed due to a foreign key constraint',
          )
        : new Failure(404, 'InvalidRequest', 'The related resource does not exist');
    case '55P03':
      return new Failure(423, 'ResourceLocked', 'The resource is locked');
    case '57014':
      return timeout();
    case '25006':
      return new Failure(
        503,
        'DatabaseReadOnly',
        'The database is currently in read-only mode. Please try again later.',
      );
    case '22P02':
    case '22021':
      return new Failure(400, 'InvalidParameter', 'Invalid value format');
    case 'P0001':
      return new Failure(400, 'InvalidRequest', error.message);
    default:
      return null;
  }
}

function outOfSpace(): Failure {
  return new Failure(503, 'DatabaseError', 'There is no space left. Please try again later.', {
    httpStatus: 503,
    headers: { 'retry-after': '5' },
  });
}

function timeout(): Failure {
  return new Failure(544, 'DatabaseTimeout', 'The connection to the database timed out', {
    httpStatus: 544,
  });
}
