import type { Database } from '../database/database.ts';

/**
 * Extensions that serve a hosted platform itself. Dumps of a project create them at the top; hardly
 * any schema needs what is in them.
 */
const ofThePlatform = [
  'hypopg',
  'index_advisor',
  'pg_cron',
  'pg_graphql',
  'pg_net',
  'pg_stat_statements',
  'pgaudit',
  'pgjwt',
  'pgsodium',
  'supabase_vault',
  'wrappers',
];

/**
 * Takes `create extension` out of a migration for those of them that this server does not have. One
 * that is really needed then shows where it is first used.
 */
export async function leaveOutExtensions(
  database: Database,
  report: (message: string) => void,
): Promise<(sql: string, path: string) => string> {
  const { rows } = await database.query<{ name: string }>({
    text: 'select name from pg_available_extensions',
  });
  const available = new Set(rows.map(({ name }) => name));
  const missing = ofThePlatform.filter((name) => !available.has(name));
  if (missing.length === 0) return (sql) => sql;
  const statement = new RegExp(
    `^[ \\t]*create\\s+extension\\s+(?:if\\s+not\\s+exists\\s+)?"?(${missing.join('|')})"?\\b[^;]*;`,
    'gim',
  );
  return (sql, path) =>
    sql.replace(statement, (text, name: string) => {
      report(`${path}: left out the extension ${name}, which this server does not have.`);
      return text.replace(/[^\n]/g, ' ');
    });
}
