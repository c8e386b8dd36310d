import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp';

/**
 * 4 MB of shared buffers save about 100 MB of memory at the cost of 5% of speed; the OS still
 * caches the files. PostgreSQL must detect a statement nested too deeply before the JavaScript
 * engine's own stack overflows, because it can't recover from that.
 */
export const pgliteOptions: PGliteOptions = {
  startParams: [
    ...PGlite.defaultStartParams,
    '-c',
    'shared_buffers=4MB',
    '-c',
    'max_stack_depth=200kB',
  ],
  extensions: { citext, pg_trgm, pgcrypto, unaccent, uuid_ossp },
};

/** Loads extensions from PGlite's contrib folder by name: functions can't be sent to a worker thread. */
export async function loadExtensions(
  names: readonly string[],
): Promise<NonNullable<PGliteOptions['extensions']>> {
  const entries = names.map(async (name) => {
    const module = await import(`@electric-sql/pglite/contrib/${name}`);
    return [name, module[name]] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
