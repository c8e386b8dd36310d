import pg from 'pg';

/**
 * The state every connection starts in, as on a hosted project: UTC, ISO dates and the schema
 * `extensions` on the search path. Sessions never keep a role; it is set per transaction.
 */
const settings = `
  reset role;
  reset all;
  set search_path to public, extensions;
  set timezone to 'UTC';
  set datestyle to 'ISO, MDY';
  set intervalstyle to 'postgres';
  set extra_float_digits to 1;
  set client_min_messages to warning;
  set jit to off;
`;

interface SessionTraits {
  /** The session's user, for servers that don't remember it. */
  sessionUser?: string;
  /** Milliseconds between checks that the client is still connected while a statement runs. */
  clientCheckMs?: number;
}

export async function prepareSession(
  client: pg.ClientBase,
  { sessionUser, clientCheckMs }: SessionTraits = {},
): Promise<void> {
  const owner = sessionUser
    ? `set session authorization ${pg.escapeIdentifier(sessionUser)}`
    : 'reset session authorization';
  await client.query(`${owner}; ${settings} ${clientCheckMs ? checkClient(clientCheckMs) : ''}`);
}

/**
 * Otherwise PostgreSQL notices only at the end of a statement that nobody waits for it anymore: a
 * long one keeps running, holding its locks and a server connection, and so does every retry. A
 * server on Windows can't check.
 */
const checkClient = (everyMs: number) => `
  do $$ begin
    perform set_config('client_connection_check_interval', '${everyMs}ms', false);
  exception when invalid_parameter_value then null;
  end $$;
`;
