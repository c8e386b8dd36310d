import type { Database } from '../../database/database.ts';

/** The names that `Prefer: timezone` accepts; any other is ignored, as in PostgREST. */
export async function readTimezones(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ name: string }>({
    text: 'select name from pg_catalog.pg_timezone_names',
  });
  return new Set(rows.map(({ name }) => name));
}
