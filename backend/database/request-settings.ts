import type { RequestContext, Statement } from './database.ts';

/**
 * The settings that row security reads, set for one transaction (`set_config(…, true)`), as
 * PostgREST sets them. `concat` is never null, so the statement runs every call and returns no row.
 */
const text = `select where concat(
  set_config('search_path', $8, true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.headers', $3, true),
  set_config('request.method', $4, true),
  set_config('request.path', $5, true),
  set_config('request.cookies', '{}', true),
  set_config('statement_timeout', $6, true),
  set_config('transaction_read_only', $7, true),
  set_config('role', $1, true)) is null`;

export interface RequestSettings {
  readOnly: boolean;
  /** Milliseconds; 0 for none. */
  statementTimeout: number;
}

export function requestSettings(
  context: RequestContext,
  { readOnly, statementTimeout }: RequestSettings,
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
      readOnly ? 'on' : 'off',
      context.searchPath ?? 'public, extensions',
    ],
  };
}
