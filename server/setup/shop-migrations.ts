import path from 'node:path';
import type { MigrationFolder } from '@liv-fit/backend/migrate';

/**
 * Only a superuser may set an extension's parameter before the session has loaded the extension.
 * Each file runs in its own session, and in a hosted project the owner isn't a superuser.
 */
const loadTrigrams = `
  do $$ begin
    if to_regproc('extensions.show_limit') is not null then perform extensions.show_limit(); end if;
  end $$;
`;

/** The shop's own migrations. `root`: the project's folder. */
export function shopMigrations(root: string): MigrationFolder {
  return {
    directory: path.join(root, 'supabase/migrations'),
    adapt: (sql) => (sql.includes('set pg_trgm.') ? loadTrigrams + sql : sql),
  };
}
