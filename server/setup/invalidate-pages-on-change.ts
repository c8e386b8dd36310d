import type { Database } from '@liv-fit/backend/database';
import type { PageCache } from '#server/pages/page-cache.ts';

/** Caches of tables that pages and orders would otherwise read every time. */
export interface CachedTables {
  tables: readonly string[];
  refresh(): Promise<void>;
}

/**
 * Clears cached pages, settings and selling rules as soon as content is saved. Resolves to a
 * function that stops listening.
 */
export function invalidatePagesOnChange(
  database: Pick<Database, 'listen'>,
  cache: Pick<PageCache, 'clear'>,
  kept: readonly CachedTables[],
): Promise<() => Promise<void>> {
  return database.listen('content_changed', async (table) => {
    cache.clear();
    // The table is empty after a reconnect, when notifications may have been missed.
    const changed = kept.filter(({ tables }) => table === '' || tables.includes(table));
    if (changed.length === 0) return;
    await Promise.all(changed.map((facts) => facts.refresh()));
    // Pages rendered in the meantime still show the old settings.
    cache.clear();
  });
}
