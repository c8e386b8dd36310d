import type { Database } from '@liv-fit/backend/database';
import type { PageCache } from '#server/pages/page-cache.ts';

/** What is kept of some tables, so that no page and no order has to read them. */
export interface KeptFacts {
  tables: readonly string[];
  refresh(): Promise<void>;
}

/**
 * Clears cached pages, and where they may have changed the shop's facts, as soon as content is
 * saved. Resolves to what ends it.
 */
export function invalidatePagesOnChange(
  database: Pick<Database, 'listen'>,
  cache: Pick<PageCache, 'clear'>,
  kept: readonly KeptFacts[],
): Promise<() => Promise<void>> {
  return database.listen('content_changed', async (table) => {
    cache.clear();
    // Without a table: word may have been missed while the connection was broken.
    const changed = kept.filter(({ tables }) => table === '' || tables.includes(table));
    if (changed.length === 0) return;
    await Promise.all(changed.map((facts) => facts.refresh()));
    // Pages made in between still show the old facts.
    cache.clear();
  });
}
