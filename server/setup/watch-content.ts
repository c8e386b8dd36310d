import type { Database } from '@liv-fit/backend/database';
import type { PageCache } from '#server/pages/page-cache.ts';

/**
 * Clears cached pages, and where they may have changed the shop's facts, as soon as content is
 * saved. Resolves to what ends it.
 */
export function watchContent(
  database: Pick<Database, 'listen'>,
  cache: Pick<PageCache, 'clear'>,
  site: { refresh(): Promise<void> },
): Promise<() => Promise<void>> {
  return database.listen('content_changed', async (table) => {
    cache.clear();
    // Without a table: word may have been missed while the connection was broken.
    if (table !== 'site_settings' && table !== '') return;
    await site.refresh();
    // Pages made in between still show the old facts.
    cache.clear();
  });
}
