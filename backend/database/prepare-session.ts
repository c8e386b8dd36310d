import type pg from 'pg';

/**
 * The state every connection starts in, as on a hosted project: UTC, ISO dates and the schema
 * `extensions` on the search path. Sessions never keep a role; that is set per transaction.
 */
const settings = `
  reset all;
  reset role;
  set search_path to public, extensions;
  set timezone to 'UTC';
  set datestyle to 'ISO, MDY';
  set intervalstyle to 'postgres';
  set extra_float_digits to 1;
  set client_min_messages to warning;
  set jit to off;
`;

export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(settings);
}
