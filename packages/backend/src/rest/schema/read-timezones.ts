import type { Database } from '../../database/database.ts';

/** The names that `Prefer: timezone` may have; any other is ignored, as PostgREST does. */
export async function readTimezones(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ name: string }>({
    text: 'select name from pg_catalog.pg_timezone_names',
  });
  return new Set(rows.map(({ name }) => name));
}
