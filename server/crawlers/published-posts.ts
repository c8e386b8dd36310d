import { type Kysely, sql } from 'kysely';
import type { DB } from '#supabase/kysely.gen.ts';

/**
 * Posts that visitors may read, as defined by row security: published, and not scheduled for later.
 */
export function publishedPosts(db: Kysely<DB>) {
  return db
    .selectFrom('blog_posts')
    .where('published', '=', true)
    .where((post) =>
      post.or([post('published_at', 'is', null), post('published_at', '<=', sql<Date>`now()`)]),
    );
}
