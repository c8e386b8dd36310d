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

/** `sessionUser` where the server does not remember whom the session belongs to. */
export async function prepareSession(
  client: pg.ClientBase,
  sessionUser: string | null = null,
): Promise<void> {
  const owner = sessionUser
    ? `set session authorization ${pg.escapeIdentifier(sessionUser)}`
    : 'reset session authorization';
  await client.query(`${owner}; ${settings}`);
}
