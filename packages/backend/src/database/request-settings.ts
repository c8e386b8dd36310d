import type { RequestContext, Statement } from './database.ts';

/**
 * The settings that row security reads, set for one transaction (`set_config(…, true)`) as
 * PostgREST does. `concat` makes every set_config run and is never null, so no row is returned.
 */
const text = `select where concat(
  set_config('session_authorization', $9, false),
  set_config('role', null, false),
  set_config('timezone', 'UTC', true),
  set_config('datestyle', 'ISO, MDY', true),
  set_config('intervalstyle', 'postgres', true),
  set_config('extra_float_digits', '1', true),
  set_config('client_min_messages', 'warning', true),
  set_config('jit', 'off', true),
  set_config('search_path', $8, true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.headers', $3, true),
  set_config('request.method', $4, true),
  set_config('request.path', $5, true),
  set_config('request.cookies', '{}', true),
  set_config('statement_timeout', $6, true),
  case when $7 then set_config('transaction_read_only', 'on', true) end,
  set_config('role', $1, true)) is null`;

export interface RequestSettings {
  readOnly: boolean;
  /** Milliseconds; 0 for no limit. */
  statementTimeout: number;
  /** The user the session belongs to; null if PostgreSQL remembers it. */
  sessionUser: string | null;
}

export function requestSettings(
  context: RequestContext,
  { readOnly, statementTimeout, sessionUser }: RequestSettings,
): Statement {
  return {
    name: 'request_settings',
    text,
    values: [
      context.role,
      JSON.stringify({ role: context.role, ...context.claims }),
      JSON.stringify(context.headers),
      context.method ?? '',
      context.path ?? '',
      String(statementTimeout),
      readOnly,
      context.searchPath ?? 'public, extensions',
      sessionUser,
    ],
  };
}
