import {
  CallerBusy,
  DatabaseError,
  DatabaseUnavailable,
  isOutage,
} from '../../database/database-error.ts';
import { mostAnswerBytes, refusalOf } from '../sql/result-sql.ts';
import {
  answerTooLarge,
  badRaise,
  callerBusy,
  notSingular,
  putMismatch,
  tooManyAffected,
} from './request-errors.ts';
import { RestError } from './rest-error.ts';

/**
 * Converts PostgreSQL's error to PostgREST's response ("Errors: HTTP status codes"). `anonymous`
 * decides between 401 and 403 when a privilege is missing.
 */
export function databaseFailure(error: unknown, { anonymous }: { anonymous: boolean }): unknown {
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  if (error instanceof CallerBusy) return callerBusy(error.retryAfterSeconds);
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === 'PGRST') return raisedResponse(error);
  const refused = error.code === '22P02' ? refusalOf(error.message) : null;
  if (refused?.reason === 'unmatched') return putMismatch();
  if (refused?.reason === 'singular') return notSingular(refused.rows);
  if (refused?.reason === 'affected') return tooManyAffected(refused.rows);
  if (refused?.reason === 'large') return answerTooLarge(mostAnswerBytes);
  if (isInternal(error)) {
    return new RestError(
      statusOf(error, anonymous),
      {
        code: error.code ?? 'XX000',
        message: internalMessages[error.code ?? ''] ?? 'The database could not do this.',
      },
      isOutage(error) ? { headers: { 'retry-after': '5' } } : {},
    );
  }
  return new RestError(statusOf(error, anonymous), {
    code: error.code ?? 'XX000',
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
  });
}

/** Errors of the server itself, whose texts mention its files and settings. */
export const isInternal = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(?:53|58|F0|XX)/.test(error.code ?? 'XX');

const internalMessages: Readonly<Record<string, string>> = {
  '53100': 'The database has no space left.',
  '53200': 'The database has no memory left for this.',
  '53300': 'The database has no connection left.',
};

function unavailable(error: DatabaseUnavailable): RestError {
  return error.poolExhausted
    ? new RestError(504, {
        code: 'PGRST003',
        message: 'Timed out acquiring connection from connection pool.',
      })
    : new RestError(
        503,
        { code: 'PGRST001', message: 'Database client error. Retrying the connection.' },
        { headers: { 'retry-after': '5' } },
      );
}

const byCode: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};

const byClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf({ code = '', message }: DatabaseError, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400;
  // The view isn't automatically updatable; PostgREST answers 500, which would blame the server.
  if (code === '55000' && /^cannot (insert into|update|delete from) view/.test(message)) {
    return 405;
  }
  if (code.startsWith('PT')) {
    const chosen = /^PT\d{3}$/.test(code) ? Number(code.slice(2)) : 500;
    return chosen >= 200 && chosen <= 599 ? chosen : 500;
  }
  return byCode[code] ?? byClass[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PGRST'` lets a function define the whole response. */
function raisedResponse(error: DatabaseError): RestError {
  const body = parseObject(error.message);
  if (!body || typeof body.code !== 'string' || typeof body.message !== 'string') {
    return badRaise(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const hint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (error.detail === undefined) {
    return badRaise('DETAIL is missing in the RAISE statement', hint);
  }
  const response = parseObject(error.detail);
  const status = response?.status;
  const headers = response?.headers;
  if (
    typeof status !== 'number' ||
    !Number.isInteger(status) ||
    status < 200 ||
    status > 599 ||
    !isHeaders(headers)
  ) {
    return badRaise(`Invalid JSON value for DETAIL: '${error.detail}'`, hint);
  }
  const statusText = response?.status_text;
  return new RestError(
    status,
    {
      code: body.code,
      message: body.message,
      details: typeof body.details === 'string' ? body.details : null,
      hint: typeof body.hint === 'string' ? body.hint : null,
    },
    { headers, statusText: typeof statusText === 'string' ? statusText : undefined },
  );
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function isHeaders(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([name, text]) => isHeader(name, text))
  );
}

export function isHeader(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
