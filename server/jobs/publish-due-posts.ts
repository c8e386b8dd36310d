import type { Queryable } from '@liv-fit/backend/database';

/**
 * Posts per statement, so that even with a thousand due at once, callers of an embedded database
 * wait only some 50 ms.
 */
const atOnce = 10;

/** Publishes scheduled posts that are due, in batches. */
export async function publishDuePosts(database: Queryable, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await database.query<{ more: boolean }>({
      text: 'select private.publish_due_posts($1) as more',
      values: [atOnce],
    });
    if (!rows[0]?.more) return;
  }
}
