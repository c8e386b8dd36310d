import pg from 'pg';

/**
 * The state every connection starts in, as on a hosted project: UTC, ISO dates and the schema
 * `extensions` on the search path. Sessions never keep a role; that is set per transaction.
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
  /** Where the server does not remember whom the session belongs to. */
  sessionUser?: string;
  /** Milliseconds between looks whether the client is still there, while a statement runs. */
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
 * PostgreSQL otherwise notices only at the end of a statement that nobody waits for its answer: one that lasts
 * goes on, holds its locks and one of the server's connections, and so does the next try. A server on Windows cannot look.
 */
const checkClient = (everyMs: number) => `
  do $$ begin
    perform set_config('client_connection_check_interval', '${everyMs}ms', false);
  exception when invalid_parameter_value then null;
  end $$;
`;
